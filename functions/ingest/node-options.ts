/**
 * How Node runs a consumer. Reading a file makes much short-lived garbage: with room of 16 MiB for it, collections are
 * cheap and the process stays 60 to 80 MB smaller than when Node chooses the room by itself (bench/import.ts).
 */
export const INGEST_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=16'];
