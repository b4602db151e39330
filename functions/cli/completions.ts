import type { Command } from 'commander';

/** By the path of a command (`db backup`; the program's own is empty): the words that may come next. */
export type Completions = ReadonlyMap<string, readonly string[]>;

export function completionsOf(program: Command): Completions {
  const all = new Map<string, readonly string[]>();
  const global = longOptions(program);
  const visit = (command: Command, path: string) => {
    const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
    const own = command === program ? [] : longOptions(command);
    const names = command.commands.map((child) => child.name());
    all.set(path, [...names, ...choices, ...new Set([...own, ...global, '--help'])]);
    for (const child of command.commands) visit(child, `${path} ${child.name()}`.trim());
  };
  visit(program, '');
  return all;
}

function longOptions(command: Command): string[] {
  return command.options.flatMap(({ long }) => (long ? [long] : []));
}
