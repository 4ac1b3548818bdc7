import type { ListOptions } from './checks.ts';
import { Pages } from './pages.ts';
import type { ActOptions, RequestOptions, Transport } from './transport.ts';
import type { NewWithdrawalAttempt, WithdrawalAttempt } from './types.ts';

const PATH = '/withdrawal_attempts';

/** Withdrawal attempts: what a payment is rated before it happens. */
export class WithdrawalAttempts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Rates a payment that has not been made. Nothing is sent to any chain. */
  create(
    wanted: NewWithdrawalAttempt,
    { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {},
  ): Promise<WithdrawalAttempt> {
    return this.#transport.send({ method: 'POST', path: PATH, body: wanted, idempotencyKey }, options);
  }

  /** As it was answered when it was made, with what its checks cost by now. */
  retrieve(id: string, options: RequestOptions = {}): Promise<WithdrawalAttempt> {
    return this.#transport.send({ method: 'GET', path: `${PATH}/${encodeURIComponent(id)}` }, options);
  }

  /** What the workspace's keys asked, the newest first. */
  list({ limit, reference, ...options }: ListOptions = {}): Pages<WithdrawalAttempt> {
    return new Pages((cursor) =>
      this.#transport.send({ method: 'GET', path: PATH, query: { limit, reference, cursor } }, options),
    );
  }
}
