import type { AddressRules } from '@assay/domain';
import { judgeAeternity } from './formats/aeternity.ts';
import { judgeAlgorand } from './formats/algorand.ts';
import { judgeArweave } from './formats/arweave.ts';
import { judgeBech32Account } from './formats/bech32-account.ts';
import { judgeBinance } from './formats/binance.ts';
import { judgeBitcoin } from './formats/bitcoin.ts';
import { judgeBitcoinCash } from './formats/bitcoin-cash.ts';
import { judgeCardano } from './formats/cardano.ts';
import { judgeCosmos } from './formats/cosmos.ts';
import { judgeErgo } from './formats/ergo.ts';
import { judgeEthereum } from './formats/ethereum.ts';
import { judgeFilecoin } from './formats/filecoin.ts';
import { judgeGrapheneKey } from './formats/graphene-key.ts';
import { judgeAptos, judgeHexAccount, judgeNear } from './formats/hex-account.ts';
import { judgeInternetComputer } from './formats/internet-computer.ts';
import { judgeMonero } from './formats/monero.ts';
import { judgeEos, judgeHedera, judgeIcon, judgeIost, judgeLisk, judgeSteem } from './formats/named-accounts.ts';
import { judgeNano } from './formats/nano.ts';
import { judgeNebulas } from './formats/nebulas.ts';
import { judgeNem } from './formats/nem.ts';
import { judgeNimiq } from './formats/nimiq.ts';
import { judgeNuls } from './formats/nuls.ts';
import { judgePactus } from './formats/pactus.ts';
import { judgeReedSolomon } from './formats/reed-solomon.ts';
import { judgeRipple } from './formats/ripple.ts';
import { judgeSiacoin } from './formats/siacoin.ts';
import { judgeSolana } from './formats/solana.ts';
import { judgeStellar } from './formats/stellar.ts';
import { judgeSubstrate } from './formats/substrate.ts';
import { judgeSyscoin } from './formats/syscoin.ts';
import { judgeTezos } from './formats/tezos.ts';
import { judgeTon } from './formats/ton.ts';
import { judgeTron } from './formats/tron.ts';
import { judgeZilliqa } from './formats/zilliqa.ts';
import type { AddressVerdict, NetworkChoice } from './result.ts';

/** Sends a text to the one file that knows its format. */
export function judge(address: string, rules: AddressRules, network: NetworkChoice): AddressVerdict {
  switch (rules.validator) {
    case 'ethereum':
      return judgeEthereum(address, rules);
    case 'bitcoin':
      return judgeBitcoin(address, rules, network);
    case 'bitcoin-cash':
      return judgeBitcoinCash(address, rules, network);
    case 'syscoin':
      return judgeSyscoin(address, rules, network);
    case 'tron':
      return judgeTron(address, rules, network);
    case 'solana':
      return judgeSolana(address);
    case 'ripple':
      return judgeRipple(address);
    case 'bech32':
      return judgeBech32Account(address, rules, network);
    case 'cardano':
      return judgeCardano(address, network);
    case 'monero':
      return judgeMonero(address, rules, network);
    case 'stellar':
      return judgeStellar(address);
    case 'ton':
      return judgeTon(address);
    case 'substrate':
      return judgeSubstrate(address, rules);
    case 'cosmos':
      return judgeCosmos(address);
    case 'binance':
      return judgeBinance(address);
    case 'nano':
      return judgeNano(address);
    case 'siacoin':
      return judgeSiacoin(address);
    case 'nem':
      return judgeNem(address);
    case 'lisk':
      return judgeLisk(address);
    case 'eos':
      return judgeEos(address);
    case 'iost':
      return judgeIost(address);
    case 'steem':
      return judgeSteem(address);
    case 'hedera':
      return judgeHedera(address);
    case 'icon':
      return judgeIcon(address);
    case 'tezos':
      return judgeTezos(address);
    case 'aeternity':
      return judgeAeternity(address);
    case 'ardor':
      return judgeReedSolomon(address, 'ARDOR');
    case 'nxt':
      return judgeReedSolomon(address, 'NXT');
    case 'zilliqa':
      return judgeZilliqa(address);
    case 'algorand':
      return judgeAlgorand(address);
    case 'hex':
      return judgeHexAccount(address, rules);
    case 'aptos':
      return judgeAptos(address);
    case 'near':
      return judgeNear(address);
    case 'internet-computer':
      return judgeInternetComputer(address);
    case 'arweave':
      return judgeArweave(address);
    case 'ergo':
      return judgeErgo(address, network);
    case 'filecoin':
      return judgeFilecoin(address, network);
    case 'graphene-key':
      return judgeGrapheneKey(address, rules);
    case 'nebulas':
      return judgeNebulas(address);
    case 'nimiq':
      return judgeNimiq(address);
    case 'nuls':
      return judgeNuls(address);
    case 'pactus':
      return judgePactus(address);
  }
}
