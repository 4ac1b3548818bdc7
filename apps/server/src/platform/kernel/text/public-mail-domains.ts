import listed from 'email-providers/all.json' with { type: 'json' };

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

/** Providers whose mailboxes anyone can have and that the maintained list lacks, each by its own page of plans. */
const ALSO_PUBLIC = [
  // https://www.fastmail.com/pricing, https://mailfence.com/en/pricing.jsp, https://www.startmail.com/pricing
  ...['fastmail.com', 'mailfence.com', 'startmail.com'],
  // https://tuta.com/support (the domains of a free account)
  ...['tutanota.com', 'tutanota.de', 'tutamail.com', 'tuta.com', 'tuta.io', 'keemail.me'],
  // https://posteo.de/en, https://www.gmx.ch, https://www.zoho.com/mail
  ...['posteo.de', 'gmx.ch', 'zohomail.com', 'zohomail.eu'],
  ...YANDEX_DOMAINS,
];

/**
 * Services that give one person as many addresses as they like, each of which is forwarded to their mailbox. The list
 * has some of them, where they would be counted as people of their own.
 */
const ALIAS_DOMAINS: ReadonlySet<string> = new Set([
  // https://duckduckgo.com/email, https://support.apple.com/102219 (Hide My Email), https://relay.firefox.com
  ...['duck.com', 'privaterelay.appleid.com', 'mozmail.com', 'relay.firefox.com'],
  // https://simplelogin.io
  ...['simplelogin.com', 'simplelogin.co', 'simplelogin.fr', 'simplelogin.io', 'slmail.me', 'slmails.com'],
  ...['aleeas.com', '8alias.com', '8shield.net', 'dralias.com', 'silomails.com'],
  // https://proton.me/pass/aliases
  ...['passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
  // https://addy.io
  ...['addy.io', 'addymail.com', 'anonaddy.com', 'anonaddy.me'],
  // https://33mail.com, https://www.spamgourmet.com, https://sneakemail.com, https://erine.email, and others alike
  ...['33mail.com', 'spamgourmet.com', 'sneakemail.com', 'erine.email', 'burnermail.io', 'manyme.com', 'opayq.com'],
  ...['spamex.com', 'trashmail.com'],
]);

/**
 * Listed there, and no provider: anyone gets a name of their own below it. All of the list that are suffixes of the
 * private part of https://publicsuffix.org/list (August 2026).
 */
const SUFFIXES: ReadonlySet<string> = new Set([
  ...['f5.si', 'za.com', 'cloudns.asia', 'dnsabr.com', 'dns-cloud.net', 'ddnsfree.com', 'gleeze.com', 'kozow.com'],
  ...['dynu.net', 'msk.ru', 'spb.ru', 'pp.ua'],
]);

const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  [...listed, ...ALSO_PUBLIC].filter((domain) => !SUFFIXES.has(domain) && !ALIAS_DOMAINS.has(domain)),
);

/** Whether anyone can have a mailbox at this very domain: a maintained list of providers of free mail, and ours. */
export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_DOMAINS.has(domain);
}

/** Whether no company has this very domain: a provider of free mail, or of addresses that are forwarded. */
export function isOfNoCompany(domain: string): boolean {
  return isPublicMailDomain(domain) || ALIAS_DOMAINS.has(domain);
}
