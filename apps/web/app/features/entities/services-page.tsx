import type { ServiceData, ServiceRow, ServicesData } from '@assay/contracts';
import { countOf } from '@assay/wording';
import { disputeServicePath } from '../../shell/labels/dispute-path.ts';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { entityPath, servicePath, servicesPath } from './entity-paths.ts';
import { EntitySearch } from './entity-search.tsx';
import { EvidenceTable, ServiceFacts } from './service-parts.tsx';

export interface ServicesPageProps {
  readonly query: string;
  readonly found: ServicesData;
  readonly failure: string | null;
}

/** The reviewed list of services that identify their customers: by name, with days and evidence. */
export function ServicesPage({ query, found, failure }: ServicesPageProps) {
  const { services, version, rows, meta } = found;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Services that identify their customers</h1>
        <div className="text-lead">
          <p>
            Of money that such a service pays out, the service knows whose it was. This list says which services do
            that, from which day, and by what evidence. A row is entered where a licence or register entry binds that
            very company to identify all its customers, or where a dated rule of its own allows no deposit and no trade
            without.
          </p>
          <p>
            It says nothing else of a service, and nothing of its customers. A service that is not listed is accused of
            nothing; no evidence with a day was found, or nobody has looked. The list is made for the next version of
            the method, and no result uses it yet.
          </p>
        </div>
        <EntitySearch
          key={failure}
          query={query}
          failure={failure}
          label="Name of a service"
          placeholder="Exchange, wallet or payment service"
          pathOf={servicesPath}
        />
        <p role="status">
          {query === ''
            ? `${countOf(rows, 'service')}, by name.`
            : `${meta.total === 0 ? 'No service' : countOf(meta.total, 'service')} found for “${query}”.`}{' '}
          Version <span className="mono">{version}</span>.
        </p>
        {services.length > 0 && (
          <ul className="service-list">
            {services.map((service) => (
              <ListedService key={service.slug} service={service} />
            ))}
          </ul>
        )}
        <PageLinks
          label="Pages of services"
          page={meta.page}
          totalPages={meta.totalPages}
          pathOf={(other) => servicesPath(query, other)}
        />
      </div>
    </main>
  );
}

function ListedService({ service }: { readonly service: ServiceRow }) {
  return (
    <li>
      <h2>
        <SiteLink className="entity-name" prefetch="hover" to={servicePath(service.slug)}>
          {service.title}
        </SiteLink>
      </h2>
      <ServiceFacts service={service} />
      <details>
        <summary>{countOf(service.evidence.length, 'piece of evidence', 'pieces of evidence')}</summary>
        <EvidenceTable service={service} />
      </details>
    </li>
  );
}

/** One row of the list, with its evidence. */
export function ServicePage({ service, version }: ServiceData) {
  const { slug, title, isLabelled } = service;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <p className="entity-back">
          <SiteLink to="/services">Services that identify their customers</SiteLink>
        </p>
        <h1>{title}</h1>
        <div className="text-lead">
          <p>
            A row of the list, version <span className="mono">{version}</span>. Days are of UTC, the first and the last
            included. No result uses the list yet.
          </p>
          <p>
            {isLabelled ? (
              <>
                The <SiteLink to={entityPath(slug)}>page of {title}</SiteLink> says of which addresses labels name it.
              </>
            ) : (
              `No label that is stored here names ${title}.`
            )}
          </p>
        </div>
        <ServiceFacts service={service} />
        <h2 id="evidence">Evidence</h2>
        <EvidenceTable service={service} />
        <h2 id="wrong">Is something wrong?</h2>
        <p>
          Anyone may <SiteLink to={disputeServicePath(slug)}>dispute this row</SiteLink>, with a statement and evidence.
          What is decided is in the <SiteLink to="/disputes">log of disputes</SiteLink>.
        </p>
      </div>
    </main>
  );
}
