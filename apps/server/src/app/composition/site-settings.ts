import type { Config } from '../../platform/config/config.ts';
import { botNameOf } from '../../platform/config/settings/bot-settings.ts';
import { shownOperator } from '../../platform/config/settings/operator-settings.ts';
import type { SiteSettings } from '../../platform/host/site-build.ts';
import { isLoopbackServer } from '../../platform/kernel/network/loopback.ts';

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
