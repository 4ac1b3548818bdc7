import { z } from 'zod';
import { addressText } from '../wire/address-text.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Names a kept address in a deep link: 128 random bits in Telegram's alphabet. */
export const KeptAddressId = z.string().regex(/^[\w-]{22}$/, 'the id of a kept address');

export const KeepAddressBody = z
  .object({ address: addressText() })
  .meta({ examples: [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }] });

/** POST /bot/addresses: an id for an address that does not fit into a deep link; the same address, the same id. */
export const KeepAddress = {
  method: 'POST',
  path: '/bot/addresses',
  summary: 'Keep an address that does not fit into a deep link',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  body: KeepAddressBody,
  answers: { 200: success(z.object({ id: KeptAddressId })) },
  errors: ['InvalidAddress', 'SecretNotAddress', 'Overloaded'],
} as const satisfies Contract;

/** GET /bot/addresses/{id}. An id that nobody asked for in 90 days is forgotten. */
export const ReadKeptAddress = {
  method: 'GET',
  path: '/bot/addresses/:id',
  summary: 'Read a kept address',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: z.object({ id: KeptAddressId }),
  answers: { 200: success(z.object({ address: z.string() })) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;
