import { botNameOf } from '../config/bot-settings.ts';
import type { Config } from '../config/config.ts';
import { shownOperator } from '../config/operator-settings.ts';
import type { SiteSettings } from '../host/site-build.ts';
import { isLoopbackServer } from '../kernel/network/loopback.ts';

/** What pages need to know of an installation and its database does not hold. */
export function configuredSite(config: Config): Omit<SiteSettings, 'coverage' | 'examples'> {
  const shown = shownOperator(config.operator, { ...config, isReachable: !isLoopbackServer(config) });
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    hasLandingHeaderSearch: config.hasLandingHeaderSearch,
    operator: { ...shown, botUsername: botNameOf(config.bot, config.operator) },
    priceList: config.priceList,
    checksKeptDays: config.inquiryRetentionDays,
    invoicesKeptYears: config.invoiceRetentionYears,
  };
}
