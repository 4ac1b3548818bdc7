import { validateAddress } from '@assay/address';
import { z } from 'zod';
import { amountNumber, amountText, wholeNumber } from '../../../formats/wire.ts';

/** The answers of a Solana node, as far as they are read. */

const address = z.string().refine((text) => validateAddress(text, 'SOL').ok);
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{60,90}$/);

export const signatureRow = z.object({
  signature,
  slot: wholeNumber,
  /** Seconds; null for slots whose time was lost. */
  blockTime: wholeNumber.nullish(),
  /** Null where it succeeded. */
  err: z.unknown().optional(),
});

const tokenBalance = z.object({
  accountIndex: wholeNumber,
  mint: address,
  /** Missing in transactions from before nodes stored it. */
  owner: address.optional(),
  uiTokenAmount: z.object({ amount: amountText }),
});

export type TokenBalance = z.output<typeof tokenBalance>;

export const transactionAnswer = z.object({
  slot: wholeNumber,
  blockTime: wholeNumber.nullable(),
  meta: z.object({
    err: z.unknown().optional(),
    fee: amountNumber,
    preBalances: z.array(amountNumber),
    postBalances: z.array(amountNumber),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(signature).min(1),
    message: z.object({ accountKeys: z.array(z.object({ pubkey: address })).min(1) }),
  }),
});

/** Null where the node has none at the commitment that was named. */
export const transactionBySignature = transactionAnswer.nullable();

export type SolanaTransaction = z.output<typeof transactionAnswer>;

export const tokenAccounts = z.object({
  value: z.array(
    z.object({
      pubkey: address,
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: address,
              owner: address,
              state: z.string(),
              tokenAmount: z.object({ amount: amountText }),
            }),
          }),
        }),
      }),
    }),
  ),
});

/** Owners of token accounts; null for one that was closed or is something else. */
export const accountOwners = z.object({
  value: z.array(
    z
      .object({ data: z.union([z.object({ parsed: z.object({ info: z.object({ owner: address }) }) }), z.unknown()]) })
      .nullable()
      .transform((account) => ownerIn(account)),
  ),
});

function ownerIn(account: unknown): string | null {
  const read = z
    .object({ data: z.object({ parsed: z.object({ info: z.object({ owner: address }) }) }) })
    .safeParse(account);
  return read.success ? read.data.data.parsed.info.owner : null;
}

export const lamports = z.object({ value: amountNumber });

export const accountAnswer = z.object({
  value: z.object({ executable: z.boolean(), lamports: amountNumber }).nullable(),
});
