import type { NotAddressKind } from '@assay/domain';
import type { NotAddressWords } from '@assay/wording';

/** What was sent in place of a wallet address, and what to do, in Russian. */
export const INSTEAD: Readonly<Record<NotAddressKind, NotAddressWords>> = {
  name: {
    title: 'Это имя, а не адрес кошелька.',
    text: 'Завтра имя может указывать на другой адрес. Откройте его в кошельке или обозревателе и скопируйте сам адрес, например 0x… для ENS.',
  },
  lightning: {
    title: 'Это счёт Lightning или имя вида почты, а не адрес кошелька.',
    text: 'Платежи Lightning не оставляют открытых записей. Попросите адрес кошелька в блокчейне.',
  },
  'extended public key': {
    title: 'Это расширенный публичный ключ, а не адрес кошелька.',
    text: 'По нему видны все адреса кошелька, поэтому не делитесь им. Скопируйте один адрес.',
  },
  'test address': {
    title: 'Это адрес тестовой сети.',
    text: 'Тестовые монеты ничего не стоят. Попросите адрес основной сети.',
  },
  transaction: {
    title: 'Это транзакция или блок, а не адрес кошелька.',
    text: 'Откройте её в обозревателе и скопируйте адрес отправителя.',
  },
  link: {
    title: 'В этой ссылке нет адреса кошелька.',
    text: 'Откройте её и скопируйте сам адрес.',
  },
  'several addresses': {
    title: 'В этом тексте больше одного адреса.',
    text: 'Пришлите их по одному.',
  },
};
