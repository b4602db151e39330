/**
 * The contract of the export queue between two hosts that share a directory; by hand, since it takes two hosts. Both have
 * Node 24 and this project; a host is a command that runs another one on it, in the project's folder:
 *
 *     node test/by-hand/export-queue-hosts.ts /mnt/exports 'ssh one cd tallyport \&\&' 'ssh two cd tallyport \&\&' [CUT]
 *
 * CUT, followed by `on` or `off`, cuts the first host off from the file system and brings it back. Ends with 1 when a
 * promise was broken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const ROUNDS = 60;
const [directory = '', one = '', two = '', cut] = process.argv.slice(2);
const id = `by-hand-${Date.now().toString(36)}`.replaceAll('-', '');
let broken = false;

function shell(command: string) {
  return spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** A step on a host. */
function start(host: string, step: string) {
  const child = shell(`${host} node test/by-hand/export-queue-step.ts ${step} ${directory} ${id}`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (word: string) => child.stdin.write(`${word}\n`),
    heard: async () => JSON.parse((await lines.next()).value ?? 'null'),
    end: () => child.stdin.end(),
  };
}

async function done(host: string, step: string): Promise<unknown> {
  return start(host, step).heard();
}

async function run(command: string): Promise<void> {
  await once(shell(command), 'exit');
}

function expect(promise: string, found: unknown, good: boolean, since?: number): void {
  const took = since === undefined ? '' : ` after ${((performance.now() - since) / 1000).toFixed(1)} s`;
  console.log(`${good ? 'kept  ' : 'BROKEN'} ${promise}: ${JSON.stringify(found)}${took}`);
  broken ||= !good;
}

await done(one, 'prepare');
let counted = 0;

{
  const hosts = [start(one, 'countOn'), start(two, 'countOn')];
  for (let round = 0; round < ROUNDS; round++) {
    for (const host of hosts) host.say('count');
    await Promise.all(hosts.map((host) => host.heard()));
  }
  for (const host of hosts) host.end();
  counted = 2 * ROUNDS;
  const found = [await done(one, 'read'), await done(two, 'read')];
  expect(
    `${counted} changes by two hosts, none lost`,
    found,
    found.every((each) => each === counted),
  );
}
{
  const hosts = [start(one, 'race'), start(two, 'race')];
  const winners = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    for (const host of hosts) host.say(`probe.${id}${round}.temp`);
    const [first, second] = await Promise.all(hosts.map((host) => host.heard()));
    const winner = first === second ? 2 : first ? 0 : 1;
    winners[winner] = (winners[winner] ?? 0) + 1;
  }
  for (const host of hosts) host.end();
  expect(`a name that both want is published by one (link); first, second, both or none`, winners, winners[2] === 0);
}
{
  const holder = start(one, 'hold');
  expect('a file is held', await holder.heard(), true);
  const left = (await done(two, 'sweep')) as unknown[];
  expect('what one host sends, the other does not sweep', left, left.length === 1);
  holder.say('let go');
  await holder.heard();
  const after = (await done(two, 'sweep')) as unknown[];
  expect('it is swept when nobody holds it', after, after.length === 0);
}
{
  const keeper = start(one, 'keep');
  const pid = await keeper.heard();
  const waiting = start(two, 'count');
  const killed = performance.now();
  await run(`${one} kill -9 ${pid}`);
  const found = await waiting.heard();
  expect('the lock of a killed process goes to the other host', found, found === ++counted, killed);
}
if (cut) {
  const keeper = start(one, 'keep');
  await keeper.heard();
  await run(`${cut} on`);
  const gone = performance.now();
  const taken = await done(two, 'count');
  expect('the lock of a host that is cut off goes to the other one', taken, taken === ++counted, gone);
  await run(`${cut} off`);
  keeper.say('publish');
  const told = await keeper.heard();
  expect('a host that comes back publishes nothing with its lost lock', told, told?.failed !== undefined);
  const found = await done(two, 'read');
  expect('the other host’s state stands', found, found === counted);
  const next = await done(one, 'count');
  expect('the host that came back goes on', next, next === counted + 1);
}
process.exit(broken ? 1 : 0);
