import { type Death, SERVERS } from './steps.ts';

/** The servers as the model knows them: which checks each works on, and where it is to die. */
export class ModelServers {
  readonly #servers = SERVERS.map(() => ({ works: [] as number[], diesAt: null as Exclude<Death, 'now'> | null }));

  #at(place: number) {
    const server = this.#servers[place];
    if (server === undefined) throw new Error(`No server ${place}`);
    return server;
  }

  /** Numbers of the checks a server works on, in the order they began. */
  works(place: number): readonly number[] {
    return this.#at(place).works;
  }

  begin(place: number, check: number): void {
    this.#at(place).works.push(check);
  }

  end(place: number, check: number): void {
    const server = this.#at(place);
    server.works = server.works.filter((work) => work !== check);
  }

  /** Whether a server that gets to this step dies there; if so, a new one has taken its place. */
  diesAt(place: number, step: Exclude<Death, 'now'>): boolean {
    const isMeant = this.#at(place).diesAt === step;
    if (isMeant) this.kill(place, 'now');
    return isMeant;
  }

  kill(place: number, death: Death): void {
    if (death === 'now') this.#servers[place] = { works: [], diesAt: null };
    else this.#at(place).diesAt = death;
  }

  disarm(): void {
    for (const server of this.#servers) server.diesAt = null;
  }
}
