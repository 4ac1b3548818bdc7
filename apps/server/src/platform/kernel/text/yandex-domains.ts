/**
 * Where Yandex gives a login an address: those of https://yandex.com/support/id/authorization/email.html and
 * https://help.yandex.ru/pdd/additional/mailbox-alias.xml, and its domains of other countries, which take mail too.
 */
export const YANDEX_DOMAINS: readonly string[] = [
  ...['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.uz', 'yandex.com.tr'],
  ...['yandex.az', 'yandex.com.am', 'yandex.com.ge', 'yandex.co.il', 'yandex.kg', 'yandex.lt', 'yandex.lv'],
  ...['yandex.md', 'yandex.tj', 'yandex.tm', 'yandex.fr', 'yandex.ee', 'yandex.fi', 'yandex.pl', 'yandex.eu'],
  'narod.ru',
];
