import type { BotLanguage } from '@assay/contracts';
import { describeError, type Log } from '../log.ts';
import type { Server } from '../server.ts';
import { languageOfApp } from '../texts/texts.ts';

const REMEMBERED = 10_000;
const WITHIN_MS = 3_000;

/** The languages people chose. The server keeps them; here they are remembered so that not every message asks. */
export class People {
  readonly #languages = new Map<number, BotLanguage>();
  readonly #server: Server;
  readonly #log: Log;

  constructor(server: Server, log: Log) {
    this.#server = server;
    this.#log = log;
  }

  /** The chosen language, else that of the app. Where the server does not answer, the app decides for now. */
  async languageOf(user: { readonly id: number; readonly language_code?: string | undefined }): Promise<BotLanguage> {
    const known = this.#languages.get(user.id);
    if (known !== undefined) return known;
    const ofApp = languageOfApp(user.language_code);
    try {
      const { language } = await this.#server.user(user.id).open({}, { signal: AbortSignal.timeout(WITHIN_MS) });
      this.remember(user.id, language ?? ofApp);
      return language ?? ofApp;
    } catch (error) {
      this.#log.debug(describeError(error), 'the language of a person is not known');
      return ofApp;
    }
  }

  /** What is remembered, without asking anybody. */
  languageAtHand(user: { readonly id: number; readonly language_code?: string | undefined }): BotLanguage {
    return this.#languages.get(user.id) ?? languageOfApp(user.language_code);
  }

  remember(userId: number, language: BotLanguage): void {
    this.#languages.delete(userId);
    this.#languages.set(userId, language);
    const [oldest] = this.#languages.keys();
    if (this.#languages.size > REMEMBERED && oldest !== undefined) this.#languages.delete(oldest);
  }

  forget(userId: number): void {
    this.#languages.delete(userId);
  }
}
