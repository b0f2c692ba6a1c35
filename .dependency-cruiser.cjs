// The fences of the code: who may import whom. docs/map.md says why.
const server = '^apps/server/src'
const web = '^apps/web/app'
const notTests = '\\.test\\.tsx?$|/testing(/|\\.ts$)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'platform-knows-no-product-noun',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: notTests },
      to: { path: `${server}/(modules/|[^/]+\\.ts$)` },
    },
    {
      name: 'a-modules-store-and-routes-are-its-own',
      comment: 'Another module offers its rules. Its SQL and its HTTP are its own business.',
      severity: 'error',
      from: { path: `${server}/modules/((?:access|media|[^/]+/[^/]+))/`, pathNot: notTests },
      to: { path: `${server}/modules/.+/(store|routes)\\.ts$`, pathNot: `${server}/modules/$1/` },
    },
    {
      name: 'declarations-import-no-module',
      comment: 'Every module may import the events and jobs of every other: these import nothing back.',
      severity: 'error',
      from: { path: `${server}/modules/.+/(events|jobs)\\.ts$` },
      to: { path: `${server}/`, pathNot: `${server}/platform/` },
    },
    {
      name: 'areas-do-not-import-areas',
      severity: 'error',
      from: { path: `${web}/areas/([^/]+)/` },
      to: { path: `${web}/areas/`, pathNot: `${web}/areas/$1/` },
    },
    { name: 'parts-know-no-area', severity: 'error', from: { path: `${web}/parts/` }, to: { path: `${web}/areas/` } },
    {
      name: 'ui-knows-no-product-noun',
      severity: 'error',
      from: { path: `${web}/ui/` },
      to: { path: `${web}/(areas|parts)/` },
    },
    {
      name: 'the-contract-imports-no-app',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^apps/' },
    },
    {
      name: 'the-web-knows-the-contract-alone',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'product-code-knows-no-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `${notTests}|apps/server/tools/` },
      to: { path: `^tests/|^bench/|\\.test\\.tsx?$` },
    },
    {
      name: 'the-server-knows-no-demo',
      comment: 'The demo and its card network are attached from outside, by the program (main.ts) and by tests.',
      severity: 'error',
      from: { path: `${server}/`, pathNot: notTests },
      to: { path: '^(demo|packages/fake-stripe)/' },
    },
    {
      name: 'only-the-egress-helper-speaks-to-other-machines',
      severity: 'error',
      // http-upgrade only extends the class of received requests.
      from: { path: server, pathNot: `${server}/platform/(egress|http/http-upgrade)\\.ts|${notTests}` },
      to: { path: '^(node:)?(https?|http2|undici)$' },
    },
    { name: 'every-import-is-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router)/|\\+types/|\\.css$|virtual:|demo/art/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
