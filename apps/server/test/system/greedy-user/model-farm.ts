import type { FarmStep } from './farm-steps.ts';
import { REWARDS } from './model-books.ts';
import { CHAT, type ModelGifts, type ModelPlace } from './model-gifts.ts';

/** The code of the farm can be redeemed by so many. */
export const CODE_USES = 7;

/** What the newest accounts and chats of the farm can spend. */
export interface FarmCredits {
  readonly accounts: number;
  readonly chats: number;
}

interface Batch {
  /** Null: of a public provider, which has no limit. */
  readonly domain: string | null;
  readonly mailboxes: number;
  /** So many of the mailboxes were given the check of a new account, took the survey, redeemed the code. */
  signedUp: number;
  surveyed: number;
  redeemed: number;
  credits: number;
}

/** How many of those who ask at once are given something: as many as there is room for, the first who ask. */
export class ModelFarm {
  readonly #gifts: ModelGifts;
  #batch: Batch = newBatch(null, 0);
  #chats = { all: 0, given: 0, credits: 0 };
  #codeUses = 0;

  constructor(gifts: ModelGifts) {
    this.#gifts = gifts;
  }

  take(step: FarmStep): void {
    switch (step.do) {
      case 'many sign up':
        this.#batch = newBatch(step.domain === 'public' ? null : step.domain, step.people);
        this.#signUp(step.network);
        break;
      case 'one mailbox signs up in three spellings':
        this.#batch = newBatch(null, 1);
        this.#signUp(step.network);
        break;
      case 'many delete their accounts and sign up again':
        this.#signUp(step.network);
        break;
      case 'many take the survey':
        this.#survey(step.network, step.isEmpty);
        break;
      case 'many redeem one code':
        this.#redeem(step.network);
        break;
      case 'many open chats':
        this.#chats = { all: step.people, given: 0, credits: 0 };
        this.#openChats();
        break;
      case 'many forget their chats and open them again':
        this.#openChats();
        break;
    }
  }

  credits(): FarmCredits {
    return { accounts: this.#batch.credits, chats: this.#chats.credits };
  }

  #at(network: number): ModelPlace {
    return { network, domain: this.#batch.domain };
  }

  /** A deleted account leaves no credits, and its mailbox is given nothing that it had. */
  #signUp(network: number): void {
    const batch = this.#batch;
    const given = this.#gifts.give('sign-up', this.#at(network), batch.mailboxes - batch.signedUp);
    batch.signedUp += given;
    batch.credits = given * REWARDS.signUp;
  }

  /** An empty survey is the only one of its mailbox, and earns nothing. */
  #survey(network: number, isEmpty: boolean): void {
    const batch = this.#batch;
    const left = batch.mailboxes - batch.surveyed;
    const given = isEmpty ? 0 : this.#gifts.give('survey', this.#at(network), left);
    batch.surveyed += isEmpty ? left : given;
    batch.credits += given * REWARDS.survey;
  }

  #redeem(network: number): void {
    const batch = this.#batch;
    const asked = Math.min(batch.mailboxes - batch.redeemed, CODE_USES - this.#codeUses);
    const given = this.#gifts.give('promo', this.#at(network), asked);
    batch.redeemed += given;
    this.#codeUses += given;
    batch.credits += given * REWARDS.code;
  }

  #openChats(): void {
    const chats = this.#chats;
    const given = this.#gifts.give('bot', CHAT, chats.all - chats.given);
    chats.given += given;
    chats.credits = given * REWARDS.chat;
  }
}

function newBatch(domain: string | null, mailboxes: number): Batch {
  return { domain, mailboxes, signedUp: 0, surveyed: 0, redeemed: 0, credits: 0 };
}
