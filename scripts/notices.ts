import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InstalledPackage, installedPackages, root } from './packages.ts'

export const NOTICES_FILE = join(root, 'docs', 'third-party-notices.md')
export const PARTS_FILE = join(root, 'docs', 'parts.cdx.json')

/** Credit that a licence requests beyond its own text. */
const CREDITS = [
  'Bricolage Grotesque © The Bricolage Grotesque Project Authors; Figtree © The Figtree Project Authors; Noto Sans JP © The Noto Project Authors. All under the SIL Open Font License 1.1.',
  'libvips and libheif are used as libraries of their own under the LGPL 3.0; each may be replaced by another build.',
  'PostgreSQL © The PostgreSQL Global Development Group and The Regents of the University of California, under the PostgreSQL License. It comes with OpenSSL, ICU, libxml2, libxslt, zlib and liblzma under their own permissive licences.',
  'Node.js © Node.js contributors, under the MIT licence, with the parts listed in its LICENSE file.',
  'Cities and states © GeoNames (geonames.org), under CC BY 4.0; Fanlight leaves out everything but names.',
  'The built-in database of addresses and countries is made from data of the regional Internet registries, given by the Number Resource Organization (nro.net) under CC BY 4.0.',
]

/** The page of notices: everything that we ship, with its licence and its author. */
export function noticesPage(packages: InstalledPackage[]): string {
  const shipped = packages.filter((pack) => pack.isRuntime)
  const licences = [...new Set(shipped.map((entry) => entry.licence))].sort()
  const section = (licence: string) => {
    const rows = shipped
      .filter((entry) => entry.licence === licence)
      .map(
        (entry) =>
          `- ${entry.homepage ? `[${entry.name}](${entry.homepage})` : entry.name} ${entry.version}${by(entry)}`,
      )
    return `## ${licence}\n\n${rows.join('\n')}\n`
  }
  return `# Third-party notices

Written by \`node scripts/run.mjs scripts/write-notices.ts\`; a test notices when it is out of date. Fanlight itself is under
the MIT licence. It ships ${shipped.length} packages of others, whose licences are in their folders. \`parts.cdx.json\` beside
this page lists them for programs (CycloneDX).

## Credits

${CREDITS.map((line) => `- ${line}`).join('\n')}

${licences.map(section).join('\n')}`
}

function by({ author }: InstalledPackage): string {
  const name = author.replace(/\s*[<(].*$/, '').trim()
  return name ? `, by ${name}` : ''
}

/** The same list for programs. */
export function partsList(packages: InstalledPackage[]): string {
  const components = packages
    .filter((pack) => pack.isRuntime)
    .map(({ name, version, licence }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    }))
  const lines = components.map((component) => `    ${JSON.stringify(component)}`).join(',\n')
  return `{\n  "bomFormat": "CycloneDX",\n  "specVersion": "1.6",\n  "version": 1,\n  "components": [\n${lines}\n  ]\n}\n`
}

export function writeNotices(): void {
  const packages = installedPackages()
  writeFileSync(NOTICES_FILE, noticesPage(packages))
  writeFileSync(PARTS_FILE, partsList(packages))
}
