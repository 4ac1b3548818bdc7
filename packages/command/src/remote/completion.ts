import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { SHARED_COMMANDS } from '../declared.ts';

/**
 * For bash: the library's own script needs the package bash-completion, evaluates what was typed, and cannot be loaded
 * twice. This one asks the same hidden command.
 */
const BASH = `_assay() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :* ]] || COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(assay complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _assay assay`;

/** Adds `completion <shell>`, whose script asks this very program, by a hidden command, what can follow. */
export function addCompletion(program: Command, out: (text: string) => void): void {
  const root = tab(program, { completionCommandName: 'completion' });
  const added = program.commands.find((command) => command.name() === 'completion');
  added
    ?.description(SHARED_COMMANDS.completion.description)
    .addHelpText('after', '\nExample, for the present shell:\n  source <(assay completion bash)')
    .action((shell: string) => (shell === 'bash' ? out(BASH) : root.setup('assay', 'assay', shell)));
}
