import { randomBytes } from 'node:crypto';
import { matchAssets } from '@assay/address';
import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { refuseSecretAsAddress } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { keptAddressesStore } from './kept.store.ts';

export interface KeptAddressesDeps {
  readonly db: Db;
  readonly catalogue: readonly Asset[];
  readonly clock: Clock;
}

export type KeptAddressesService = ReturnType<typeof buildKeptAddressesService>;

/** Stores addresses that are too long for a deep link, under ids that fit. */
export function buildKeptAddressesService({ db, catalogue, clock }: KeptAddressesDeps) {
  return {
    /** @throws AppError InvalidAddress, SecretNotAddress: only addresses that can be checked are stored */
    async keep(address: string): Promise<string> {
      refuseSecretAsAddress(address);
      if (matchAssets(address, catalogue).length === 0) throw new AppError('InvalidAddress');
      return keptAddressesStore.keep(db, randomBytes(16).toString('base64url'), address, clock.now());
    },

    /** @throws AppError NotFound */
    async read(id: string): Promise<string> {
      const address = await keptAddressesStore.find(db, id, clock.now());
      if (address === null) throw new AppError('NotFound');
      return address;
    },
  };
}
