import type { BotLanguage } from '@assay/contracts';
import { describeError, type Log } from '../log.ts';
import type { Server } from '../server.ts';
import { languageOfApp } from '../texts/texts.ts';

const REMEMBERED = 10_000;
const WITHIN_MS = 3_000;

/** Chosen languages, cached so that not every message needs a call to the server, which stores them. */
export class People {
  readonly #languages = new Map<number, BotLanguage>();
  readonly #server: Server;
  readonly #log: Log;

  constructor(server: Server, log: Log) {
    this.#server = server;
    this.#log = log;
  }

  /** The chosen language, else that of the app, also while the server does not answer. */
  async languageOf(user: { readonly id: number; readonly language_code?: string | undefined }): Promise<BotLanguage> {
    const known = this.#languages.get(user.id);
    if (known !== undefined) return known;
    const ofApp = languageOfApp(user.language_code);
    try {
      const { language } = await this.#server
        .user(user.id)
        .call('PUT /bot/users/:user_id', { body: {}, signal: AbortSignal.timeout(WITHIN_MS) });
      this.remember(user.id, language ?? ofApp);
      return language ?? ofApp;
    } catch (error) {
      this.#log.debug(describeError(error), 'the language of a person is not known');
      return ofApp;
    }
  }

  /** The cached language, without a call to the server. */
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
