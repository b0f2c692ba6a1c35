import { readFileSync } from 'node:fs'
import { isAllowed } from '../../scripts/licences.ts'
import { NOTICES_FILE, noticesPage, PARTS_FILE, partsList } from '../../scripts/notices.ts'
import {
  allowedScripts,
  directRuntimeDependencies,
  type InstalledPackage,
  installedPackages,
  lockfileProblems,
} from '../../scripts/packages.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'

const DIRECT_DEPENDENCIES_MAX = 120

export const check: ReliabilityCheck = {
  id: 'S16',
  title: 'Everything we build on is pinned, listed and allowed',
  async run() {
    const packages = installedPackages()
    // The deliberate bug: a package is added without a review.
    if (sabotaged('S16')) packages.push(carelesslyAdded)
    const scripts = allowedScripts()
    const direct = directRuntimeDependencies()
    const violations = [
      ...lockfileProblems(),
      ...packages
        .filter((pack) => pack.hasInstallScript && !scripts.has(pack.name))
        .map((pack) => `${pack.name} runs a script at install and is not on the list in pnpm-workspace.yaml`),
      ...packages
        .filter((pack) => !isAllowed(pack))
        .map(
          (pack) =>
            `${pack.name} ${pack.version} is under ${pack.licence}, which is not on the list in scripts/licences.ts`,
        ),
      ...(direct.length > DIRECT_DEPENDENCIES_MAX ? [`${direct.length} direct runtime dependencies`] : []),
      ...outdated(NOTICES_FILE, noticesPage(packages)),
      ...outdated(PARTS_FILE, partsList(packages)),
    ]
    return { n: packages.length, violations }
  },
}

function outdated(file: string, wanted: string): string[] {
  if (readFileSync(file, 'utf8') === wanted) return []
  return [`${file} is out of date; run node scripts/run.mjs scripts/write-notices.ts`]
}

const carelesslyAdded: InstalledPackage = {
  name: 'carelessly-added',
  version: '1.0.0',
  licence: 'GPL-3.0-only',
  author: '',
  homepage: '',
  hasInstallScript: true,
  isRuntime: true,
}
