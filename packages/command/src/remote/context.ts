import type { Assay } from '../../../client/src/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { RemoteEnvironment } from './connection.ts';

/** What a command that a server answers gets. */
export interface RemoteContext extends Terminal {
  readonly environment: RemoteEnvironment;
  /** The server that the options of the program and the environment name, by its key. */
  readonly connect: () => Promise<Assay>;
  /** Its address alone. */
  readonly serverUrl: () => Promise<string>;
}

/** Prints an answer: as JSON where that was asked for, else as text. */
export function print({ out }: Terminal, { json }: { readonly json?: true }, value: unknown, text: string): void {
  out(json === true ? JSON.stringify(value, null, 2) : text);
}
