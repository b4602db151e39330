import { poissonArrivals, seeded } from './arrivals.ts';

/** What one import costs, and what there is to pay it with. */
export interface LineModel {
  /** Consumers that work at once: tallyport:ingestConcurrency. */
  readonly consumers: number;
  readonly rowsPerImport: number;
  /** Seconds of a consumer beside rows: claim, object, report, connections. */
  readonly overheadSeconds: number;
  /** Rows a second that one consumer reads and stages. */
  readonly stageRows: number;
  /** Rows a second that are merged into one ledger, by one at a time: its lock is held meanwhile. */
  readonly mergeRows: number;
  /** Ledgers that imports are spread over evenly. */
  readonly ledgers: number;
}

export interface LineRun {
  readonly imports: number;
  /** Seconds from the arrival to the committed rows. */
  readonly median: number;
  readonly worst: number;
  /** Most imports that waited or ran at once. */
  readonly backlog: number;
  /** Seconds after the last arrival until nothing is left. */
  readonly drain: number;
}

/**
 * Imports arrive, wait in the queue for a consumer, are staged, wait for their ledger, are merged. Each event in its
 * order; nothing is averaged.
 */
export function simulateLine(model: LineModel, perSecond: number, seconds: number, seed = 1): LineRun {
  const random = seeded(seed);
  const consumers = new Array<number>(model.consumers).fill(0);
  const ledgers = new Array<number>(model.ledgers).fill(0);
  const stage = model.overheadSeconds + model.rowsPerImport / model.stageRows;
  const merge = model.rowsPerImport / model.mergeRows;
  const arrived: number[] = [];
  const ended: number[] = [];
  for (const at of poissonArrivals(perSecond, seconds, random)) {
    const consumer = indexOfLeast(consumers);
    const ledger = Math.floor(random() * model.ledgers);
    const staged = Math.max(at, consumers[consumer] ?? 0) + stage;
    const end = Math.max(staged, ledgers[ledger] ?? 0) + merge;
    consumers[consumer] = end;
    ledgers[ledger] = end;
    arrived.push(at);
    ended.push(end);
  }
  const waits = ended.map((end, index) => end - (arrived[index] ?? 0)).sort((a, b) => a - b);
  return {
    imports: arrived.length,
    median: waits[waits.length >> 1] ?? 0,
    worst: waits.at(-1) ?? 0,
    backlog: longestBacklog(arrived, ended),
    drain: Math.max(0, Math.max(0, ...ends(ended)) - seconds),
  };
}

/** Imports a second that the line carries for ever. */
export function capacityOf(model: LineModel): { perSecond: number; limit: 'consumers' | 'ledgers' } {
  const merge = model.rowsPerImport / model.mergeRows;
  const byConsumers = model.consumers / (model.overheadSeconds + model.rowsPerImport / model.stageRows + merge);
  const byLedgers = model.ledgers / merge;
  return byConsumers <= byLedgers
    ? { perSecond: byConsumers, limit: 'consumers' }
    : { perSecond: byLedgers, limit: 'ledgers' };
}

function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let index = 1; index < values.length; index++) if ((values[index] ?? 0) < (values[least] ?? 0)) least = index;
  return least;
}

/** Only the last thousand can be the last one: more would not fit into one call. */
function ends(ended: readonly number[]): number[] {
  return [...ended].sort((a, b) => a - b).slice(-1000);
}

function longestBacklog(arrived: readonly number[], ended: readonly number[]): number {
  const leaving = [...ended].sort((a, b) => a - b);
  let gone = 0;
  let most = 0;
  arrived.forEach((at, index) => {
    while ((leaving[gone] ?? Number.POSITIVE_INFINITY) <= at) gone++;
    most = Math.max(most, index + 1 - gone);
  });
  return most;
}
