import { Argument, Command } from 'commander';
import { answering, type Cli } from './cli.ts';
import { type Completions, completionsOf } from './completions.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `tallyport completion SHELL` @param program what is completed */
export function completionCommand(cli: Cli, program: Command): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .description('prints what makes a shell complete the commands and options')
    .addHelpText(
      'after',
      `
Examples:
  tallyport completion bash > ~/.local/share/bash-completion/completions/tallyport
  source <(tallyport completion zsh)
  tallyport completion fish > ~/.config/fish/completions/tallyport.fish`,
    )
    .action(
      answering(cli, async (_options, shell: Shell) => {
        const text = SCRIPTS[shell](completionsOf(program));
        return { json: { shell, script: text }, text };
      }),
    );
}

const SCRIPTS: Record<Shell, (all: Completions) => string> = { bash, zsh, fish };

/** A word that names a command leads to what is below it; everything else is taken for an argument. */
function bash(all: Completions): string {
  const cases = [...all].map(([path, words]) => `    '${path}') words='${words.join(' ')}' ;;`);
  const paths = [...all.keys()].map((path) => `'${path}'`).join('|');
  return `_tallyport() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${paths}) path="\${path:+$path }$word" ;; esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -gt 0 || $current == -* ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _tallyport tallyport bin/tallyport`;
}

function zsh(all: Completions): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
}

function fish(all: Completions): string {
  const lines = [...all].flatMap(([path, words]) =>
    words.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c tallyport -n '__tallyport_at "${path}"' ${what}`;
    }),
  );
  const paths = [...all.keys()].map((path) => `"${path}"`).join(' ');
  return `function __tallyport_at
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$path $word")
    contains -- $longer ${paths}; and set path $longer
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}`;
}
