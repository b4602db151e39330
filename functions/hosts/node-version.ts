/** Without the bundled Node (another platform, optional dependencies left out) npm falls back to the host's silently. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Tallyport needs Node 24 or newer; this is ${process.version}. Start it with bin/start, or install Node 24.\n`,
  );
  process.exit(2);
}
