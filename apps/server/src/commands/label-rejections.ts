import { openOutput, printable } from '@assay/command';
import type { LabelRejection } from '../modules/labels/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

const SHOWN_REJECTIONS = 10;

export interface RejectionList {
  readonly add: (rejection: LabelRejection) => Promise<void>;
  /** Empties the list. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The first rejected rows go to stderr, all of them to the file, or stdout, where one is named. */
export async function listRejections(context: CommandContext, file: string | undefined): Promise<RejectionList> {
  let output = file === undefined ? null : await openOutput(file);
  let count = 0;
  return {
    add: async (rejection) => {
      count += 1;
      const { location, line, reason, text } = rejection;
      if (count <= SHOWN_REJECTIONS) context.err(printable(`rejected ${location}:${line}: ${reason}: ${text}`));
      await output?.write(`${JSON.stringify(rejection)}\n`);
    },
    restart: async () => {
      count = 0;
      await output?.close();
      output = file === undefined ? null : await openOutput(file);
    },
    close: async () => {
      const hidden = count - SHOWN_REJECTIONS;
      if (hidden > 0)
        context.err(`${hidden} more rejected rows${file === undefined ? ' (--rejects FILE lists all)' : `: ${file}`}`);
      await output?.close();
    },
  };
}
