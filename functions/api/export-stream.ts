import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;

export interface StreamOptions {
  /** Bytes that the file must have. */
  size: number;
  /** Asked before each chunk; what it throws breaks the stream off. */
  check(): Promise<unknown>;
  /** The first chunk was handed to the socket. What it throws breaks the stream off. */
  onStart(): Promise<unknown>;
  /** The last byte was given to the server. */
  onFinish(): Promise<unknown>;
  /** It ended before its end; without an error when the client went. */
  onBreak(error?: unknown): unknown;
  /** The client is gone. */
  signal: AbortSignal;
  /**
   * Ends the connection. Undefined where there is none: the stream errors then. (A server that meets an errored stream
   * might write the error's text behind what was sent.)
   */
  disconnect: (() => void) | undefined;
}

/**
 * A file as a stream that reads one chunk each time the client has room for one. A chunk was handed over when the next
 * one is asked for; so that the start is known before the client can have everything, the last byte never goes with the
 * first chunk. The file is closed in every end: in the pull that sends the last byte, on an error, or when the client
 * goes.
 */
export function fileStream(file: FileHandle, options: StreamOptions) {
  const { size, check, onStart, onFinish, onBreak, signal, disconnect } = options;
  let position = 0;
  let started = false;
  let over = false;
  let control: ReadableStreamDefaultController<Uint8Array>;
  const end = async () => {
    over = true;
    signal.removeEventListener('abort', leave);
    await file.close();
  };
  const leave = async () => {
    if (over) return;
    await end();
    await onBreak();
  };
  const breakOff = async (error: unknown) => {
    if (over) return;
    disconnect?.();
    await end();
    await onBreak(error);
    if (!disconnect) control.error(error);
  };
  const start = async () => {
    started = true;
    await onStart();
  };
  const send = async () => {
    if (position > 0 && !started) await start();
    await check();
    const chunk = await readChunk(file, position, position === 0 && size > 1 ? size - 1 : size, size);
    if (over) return;
    position += chunk.byteLength;
    if (position === size && !started) await start();
    if (position === size) await end();
    if (chunk.byteLength > 0) control.enqueue(chunk);
    if (position < size) return;
    control.close();
    await onFinish();
  };
  signal.addEventListener('abort', leave);
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        control = controller;
      },
      pull: () => send().catch(breakOff),
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  /** `progress` grows with each chunk. */
  return { body, breakOff, progress: () => position };
}

/**
 * @param limit where the chunk ends at the latest
 * @throws Error when the file ends before `size`
 */
async function readChunk(file: FileHandle, position: number, limit: number, size: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, limit - position));
  if (buffer.byteLength === 0) return buffer;
  const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
  if (bytesRead === 0) throw new Error(`The export file ends at byte ${position} instead of ${size}.`);
  return buffer.subarray(0, bytesRead);
}
