/** Checks the `assay` command lines of a document against the commands and options that the program registers. */
import { codeOf } from './markdown.ts';

/** One command of the program, as far as its help shows it. */
export interface KnownCommand {
  readonly name: string;
  readonly commands: readonly KnownCommand[];
  /** By every flag it is known by: how many values follow. */
  readonly options: ReadonlyMap<string, 'none' | 'one' | 'several'>;
  /** How many arguments it takes at most; Infinity where the last may repeat. */
  readonly maxArguments: number;
}

const RUN = /(?:^|[\s(])(?:npm run (?:-s |--silent )?)?assay(?: --)?(?= |$)/;

/** What is wrong with the `assay` command lines of one document. */
export function wrongCommands(text: string, program: KnownCommand): string[] {
  return codeOf(text).flatMap(({ text: code, fence }) => {
    // Between backticks only what begins with the command is one; in a block, whatever the line runs.
    const start = RUN.exec(code);
    if (start === null || fence === 'mermaid' || (fence === null && start.index !== 0)) return [];
    const line = code.slice(start.index + start[0].length).replace(/ {3,}\S.*$| # .*$/, '');
    const problem = problemOfLine(wordsOf(line), program);
    return problem === null ? [] : [`has the command line 'assay${line.trimEnd()}': ${problem}`];
  });
}

function problemOfLine(words: readonly string[], program: KnownCommand): string | null {
  let command = program;
  let given = 0;
  const options = new Map(program.options);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word.startsWith('-') && word !== '-') {
      const [flag = '', value] = word.split('=');
      const takes = options.get(flag);
      if (takes === undefined) return `no option ${flag}`;
      if (takes === 'one' && value === undefined) index += 1;
      if (takes === 'several') while (words[index + 1]?.startsWith('-') === false) index += 1;
    } else if (command.commands.length > 0) {
      const next = command.commands.find(({ name }) => name === word);
      if (next === undefined) return `no command '${word}'`;
      command = next;
      for (const [flag, takes] of next.options) options.set(flag, takes);
    } else {
      given += 1;
    }
  }
  return given > command.maxArguments ? `'${command.name}' takes at most ${command.maxArguments} arguments` : null;
}

/** Words of a command line: quoted text is one word; brackets of usage and an ellipsis are left out. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [|<>] |[|>]$|;/);
  return (command.match(/'[^']*'|"[^"]*"|(?:<[^>]*>|[^\s'"])+/g) ?? [])
    .map((word) => (/^['"]/.test(word) ? word : word.replace(/[[\]]/g, '').replace(/(?:…|\.\.\.)$/, '')))
    .filter((word) => word !== '');
}
