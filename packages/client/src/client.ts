import { Batches } from './batches.ts';
import { Checks, Transfers } from './checks.ts';
import type { Paths } from './contracts.ts';
import { type ClientOptions, type RequestOptions, Transport } from './transport.ts';
import type { Asset, Network, TestAddress, TestTransaction, Usage } from './types.ts';
import { Events, WebhookEndpoints } from './webhook-endpoints.ts';
import { WithdrawalAttempts } from './withdrawal-attempts.ts';

interface Listed<Item> {
  readonly data: readonly Item[];
}

/** The public API of one installation of Assay, by one key. */
export class Assay {
  readonly checks: Checks;
  readonly transfers: Transfers;
  readonly withdrawalAttempts: WithdrawalAttempts;
  readonly batches: Batches;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly #transport: Transport;

  /** @throws TypeError where `baseUrl` is no address, or `key` is empty */
  constructor(options: ClientOptions) {
    if (options.key === '') throw new TypeError('An API key is needed: make one on the page Developers');
    this.#transport = new Transport(options);
    this.checks = new Checks(this.#transport);
    this.transfers = new Transfers(this.#transport);
    this.withdrawalAttempts = new WithdrawalAttempts(this.#transport);
    this.batches = new Batches(this.#transport);
    this.events = new Events(this.#transport);
    this.webhookEndpoints = new WebhookEndpoints(this.#transport);
  }

  /** Every asset that can be checked, with the network to name. */
  async assets(options: RequestOptions = {}): Promise<readonly Asset[]> {
    return (await this.#read<Listed<Asset>>('/assets', options)).data;
  }

  /** Every network, and what the installation holds of it. */
  async networks(options: RequestOptions = {}): Promise<readonly Network[]> {
    return (await this.#read<Listed<Network>>('/networks', options)).data;
  }

  /** What test keys can check: one address for each outcome on each network. */
  async testAddresses(options: RequestOptions = {}): Promise<readonly TestAddress[]> {
    return (await this.#read<Listed<TestAddress>>('/test_addresses', options)).data;
  }

  /** What test keys can rate as transfers: one transaction for each outcome on each network. */
  async testTransactions(options: RequestOptions = {}): Promise<readonly TestTransaction[]> {
    return (await this.#read<Listed<TestTransaction>>('/test_transactions', options)).data;
  }

  /** What the workspace has left, what this key may do, and what it has spent this month. */
  usage(options: RequestOptions = {}): Promise<Usage> {
    return this.#read('/usage', options);
  }

  #read<Body>(path: Paths['GET'], options: RequestOptions): Promise<Body> {
    return this.#transport.send({ method: 'GET', path }, options);
  }
}
