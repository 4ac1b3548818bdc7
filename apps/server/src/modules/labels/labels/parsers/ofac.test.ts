import { describe, expect, it } from 'vitest';
import { allOf, inputOf } from '../../../../../test/support/input-of.ts';
import { labelsIn } from '../test/labels-in.ts';
import { parseOfacList } from './ofac-list.ts';
import { parseOfacSdnCsv } from './ofac-sdn-csv.ts';
import { parseOfacXml } from './ofac-xml.ts';

// Facts of the OFAC SDN list (US Government work, public domain), written in its Advanced XML layout.
const XML = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>5</Month><Day>21</Day></DateOfIssue>
  <ReferenceValueSets>
    <FeatureTypeValues>
      <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType>
      <FeatureType ID="887" FeatureTypeGroupID="1">Digital Currency Address - USDT</FeatureType>
    </FeatureTypeValues>
    <PartySubTypeValues><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
    <SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="2">Block</SanctionsType></SanctionsTypeValues>
  </ReferenceValueSets>
  <DistinctParties>
    <DistinctParty FixedRef="9"><Profile ID="9" PartySubTypeID="4">
      <Identity ID="1"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>Nobody</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
      <Feature ID="2" FeatureTypeID="8"><FeatureVersion ID="3"><VersionDetail DetailTypeID="1">no address</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
    <DistinctParty FixedRef="27307"><Profile ID="27307" PartySubTypeID="3">
      <Identity ID="19011">
        <Alias AliasTypeID="1400" Primary="false"><DocumentedName><DocumentedNamePart><NamePartValue>APT38</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
        <Alias AliasTypeID="1403" Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>Lazarus</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue>Group &amp; Co</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
      </Identity>
      <Feature ID="50215" FeatureTypeID="345"><FeatureVersion ID="47914"><VersionDetail DetailTypeID="1432"> 0x098B716B8Aaf21512996dC57EB0615e2383E2f96 </VersionDetail></FeatureVersion></Feature>
      <Feature ID="50216" FeatureTypeID="887"><FeatureVersion ID="47915"><VersionDetail DetailTypeID="1432">TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
    <DistinctParty FixedRef="55"><Profile ID="56">
      <Feature ID="4" FeatureTypeID="345"><FeatureVersion ID="5"><VersionDetail>0xa0e1c89Ef1a489c9C7dE96311eD5Ce5D32c20E4B</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
  </DistinctParties>
  <SanctionsEntries>
    <SanctionsEntry ID="27307" ProfileID="27307" ListID="1550">
      <EntryEvent ID="1" EntryEventTypeID="1"><Comment /><Date CalendarTypeID="1"><Year>2019</Year><Month>9</Month><Day>13</Day></Date></EntryEvent>
      <SanctionsMeasure ID="2" SanctionsTypeID="2"><Comment>not a programme</Comment></SanctionsMeasure>
      <SanctionsMeasure ID="3" SanctionsTypeID="1"><Comment>DPRK3</Comment></SanctionsMeasure>
    </SanctionsEntry>
  </SanctionsEntries>
</Sanctions>
`;

describe('SDN Advanced XML', () => {
  it('gives every digital currency address with listed name, programme, day and the entry’s page', async () => {
    const lazarus = {
      entity: 'Lazarus Group & Co (OFAC SDN: DPRK3)',
      words: ['sanctions'],
      confidence: 'authority',
      sourceUrl: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=27307',
      sourceDate: '2026-05-21',
      validFrom: '2019-09-13',
    };
    expect(await labelsIn(parseOfacXml, inputOf(XML))).toEqual([
      { ...lazarus, line: 24, chain: 'ETH', address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96' },
      { ...lazarus, line: 25, chain: 'USDT', address: 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq' },
      expect.objectContaining({ entity: 'OFAC SDN entry 55', chain: 'ETH', validFrom: undefined }),
    ]);
  });

  it('keeps no name of a natural person, nor any name where the list does not say who is one', async () => {
    const person = XML.replace('ID="27307" PartySubTypeID="3"', 'ID="27307" PartySubTypeID="4"');
    const unsaid = XML.replace(/<PartyTypeValues>.*<\/PartyTypeValues>/, '');
    for (const list of [person, unsaid]) {
      const labels = await labelsIn(parseOfacXml, inputOf(list));
      expect(labels).toMatchObject([
        { entity: 'OFAC SDN entry 27307: DPRK3' },
        { entity: 'OFAC SDN entry 27307: DPRK3' },
        { entity: 'OFAC SDN entry 55' },
      ]);
      expect(labels).toHaveLength(3);
    }
  });

  it.each([
    ['', 'XML'],
    ['<html><body>Blocked</body></html>', 'expected <Sanctions>'],
    [XML.slice(0, -20), 'XML'],
    [XML.slice(0, 1500), 'XML'],
    [XML.replace('</Profile>', '</Oops>'), 'XML'],
  ])('is refused as a whole when it is incomplete or in another format (%#)', async (text, message) => {
    await expect(allOf(parseOfacXml(inputOf(text)))).rejects.toThrow(message);
  });
});

describe('plain lists of OFAC addresses', () => {
  const address = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';

  it('take the currency from the file’s name', async () => {
    const expected = [{ chain: 'XBT', address, words: ['sanctions'], confidence: 'authority_second_hand' }];
    expect(await labelsIn(parseOfacList, inputOf(`${address}\n\n`, 'sanctioned_addresses_XBT.txt'))).toMatchObject(
      expected,
    );
    const json = `[\n "${address}"\n]`;
    expect(await labelsIn(parseOfacList, inputOf(json, 'sanctioned_addresses_XBT.json'))).toMatchObject(expected);
  });

  it('take it from the option, but first of all from the row', async () => {
    const text = `ent_num,currency_code,address\n25308,XBT,${address}\n`;
    const input = { ...inputOf(text, 'comments.csv'), currency: 'ETH' };
    expect(await labelsIn(parseOfacList, input)).toMatchObject([{ chain: 'XBT', entity: 'OFAC SDN entry 25308' }]);
    const named = { ...inputOf(`address,name\n0xab,"LAZARUS, GROUP"\n`, 'data.csv'), currency: 'ETH' };
    expect(await labelsIn(parseOfacList, named)).toMatchObject([{ chain: 'ETH', entity: 'LAZARUS, GROUP (OFAC SDN)' }]);
  });

  it('reject their rows when the currency is not given anywhere', async () => {
    expect(await labelsIn(parseOfacList, inputOf(`address,name\n0xab,x\n`, 'data.csv'))).toMatchObject([
      { line: 2, reason: expect.stringContaining('no currency') },
    ]);
  });
});

describe('the legacy SDN.CSV', () => {
  it('gives the addresses of the remarks with name and programmes', async () => {
    const text =
      '31212,"SOUTHFRONT",-0- ,"NPWMD] [CYBER2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Website southfront.org; Digital Currency Address - XBT 3Gbs4rjcVUtQd8p3CiFUCxPLZwRqurezRZ; Digital Currency Address - BCH qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq; Organization Type: News."\r\n36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\x1a';
    expect(await labelsIn(parseOfacSdnCsv, inputOf(text))).toMatchObject([
      { chain: 'XBT', entity: 'SOUTHFRONT (OFAC SDN: NPWMD, CYBER2)', confidence: 'authority' },
      { chain: 'BCH', address: 'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq' },
    ]);
    const person = text.replace('"SOUTHFRONT",-0- ', '"DOE, Jane","individual"');
    expect(await labelsIn(parseOfacSdnCsv, inputOf(person))).toMatchObject([
      { chain: 'XBT', entity: 'OFAC SDN entry 31212: NPWMD, CYBER2' },
      { chain: 'BCH' },
    ]);
    await expect(allOf(parseOfacSdnCsv(inputOf('<html>\n')))).rejects.toThrow('SDN entry number');
  });
});
