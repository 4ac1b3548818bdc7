import { createHash } from 'node:crypto';
import type { BotResult, BotTransaction } from '@assay/contracts';

type Moved = Extract<BotTransaction, { readonly is: 'moved' }>;
export type FakePayment = Pick<BotResult, 'address' | 'ticker' | 'parent' | 'payment'>;

const PAYER = 'TXFBqBbqJommqZf7BV8NNYzePh97UmJodJ';
const PAID = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';

const keptIdOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** What the stand-in of the product knows of transactions, by their ids. */
export function buildFakeTransactions() {
  const known = new Map<string, BotTransaction>();
  const payments = new Map<string, FakePayment>();

  return {
    known,
    payments,

    /** 20 USDT from one address to another, and a fee in TRX. */
    seed(id: string): void {
      const sides = [PAYER, PAID].map((address): Moved['sides'][number] => {
        const isPayer = address === PAYER;
        const direction = isPayer ? 'withdrawal' : 'deposit';
        const kept = keptIdOf(`${id} ${address} ${direction}`);
        const payment = { transaction_id: id, direction } as const;
        payments.set(kept, { address, ticker: 'USDT', parent: 'TRX', payment });
        return {
          address,
          paid: isPayer ? '20000000' : '0',
          received: isPayer ? '0' : '20000000',
          deposit: isPayer ? null : { kept },
          withdrawal: isPayer ? { kept } : null,
        };
      });
      const moved: Moved = {
        ...{ is: 'moved', transaction_id: id, time: '2026-11-20T20:05:00.000Z', sides, sides_in_all: 2 },
        asset: { ticker: 'USDT', parent: 'TRX', decimals: 6 },
        other_assets: [{ ticker: 'TRX', parent: null, kept: keptIdOf(`${id} TRX`) }],
      };
      known.set(id, moved);
      known.set(keptIdOf(`${id} USDT`), moved);
      known.set(keptIdOf(`${id} TRX`), {
        ...{ ...moved, asset: { ticker: 'TRX', parent: null, decimals: 6 }, sides: [], sides_in_all: 0 },
        other_assets: [{ ticker: 'USDT', parent: 'TRX', kept: keptIdOf(`${id} USDT`) }],
      });
    },

    /** One that several networks have. */
    seedOnTwo(id: string): void {
      const networks = (['TRX', 'BTC'] as const).map((network) => ({ network, kept: keptIdOf(`${id} USDT`) }));
      this.seed(id);
      known.set(id, { is: 'several networks', networks });
    },
  };
}
