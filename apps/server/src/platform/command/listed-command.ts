import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Adds a command to the program. `Ports`: what it needs of the whole product, beyond its context. */
export type Register<Ports = unknown> = (program: Command, context: CommandContext, ports: Ports) => void;

export interface ListedCommand<Ports = unknown> {
  readonly description: string;
  /** What its line of the help says after its name; the command itself declares it. */
  readonly usage?: string;
  /** Its code is loaded on request. */
  readonly load: () => Promise<Register<Ports>>;
}

/** Commands by their names, in the order of the help. */
export type CommandEntries<Ports = unknown> = readonly (readonly [name: string, command: ListedCommand<Ports>])[];
