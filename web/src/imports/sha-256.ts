/** SHA-256 (FIPS 180-4) fed piece by piece: the browser's own takes only whole buffers, and only under https. */
export class Sha256 {
  private readonly state = new Int32Array(INITIAL);
  private readonly block = new Uint8Array(64);
  private readonly words = new Int32Array(64);
  private held = 0;
  private length = 0;

  update(bytes: Uint8Array): void {
    this.length += bytes.length;
    let from = 0;
    while (from < bytes.length) {
      const taken = Math.min(64 - this.held, bytes.length - from);
      this.block.set(bytes.subarray(from, from + taken), this.held);
      this.held += taken;
      from += taken;
      if (this.held === 64) this.compress();
    }
  }

  /** 64 lower-case hex digits. Nothing may be added afterwards. */
  digest(): string {
    const bits = this.length * 8;
    this.block.fill(0, this.held);
    this.block[this.held] = 0x80;
    if (this.held >= 56) {
      this.compress();
      this.block.fill(0);
    }
    const view = new DataView(this.block.buffer);
    view.setUint32(56, Math.floor(bits / 2 ** 32));
    view.setUint32(60, bits >>> 0);
    this.compress();
    return [...this.state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private compress(): void {
    const { state, words, block } = this;
    const view = new DataView(block.buffer);
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(i * 4);
    for (let i = 16; i < 64; i += 1) {
      const w15 = words[i - 15] as number;
      const w2 = words[i - 2] as number;
      const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (words[i] as number)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = ((state[i] as number) + value) | 0;
    });
    this.held = 0;
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Fractional parts of the square and cube roots of the first primes, as the standard derives its constants. */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

/** Of a file, in slices that let the page breathe. `onRead` tells the bytes done. */
export async function sha256Of(file: Blob, onRead: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const SLICE = 2 * 1024 * 1024;
  const hash = new Sha256();
  for (let from = 0; from < file.size; from += SLICE) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(from, from + SLICE).arrayBuffer()));
    onRead(Math.min(file.size, from + SLICE));
  }
  return hash.digest();
}
