import type { Endpoint, Route } from './endpoint.ts'
import * as site from './site.ts'

// The whole contract: one line a group. Everything that browser and server say to each other is reachable from here.
const groups = { ...site }

type Declared = (typeof groups)[keyof typeof groups]
type Calls = Extract<Declared, { route: Route }>

/** Every call by its route: `endpoints['POST /auth/login']`. */
export type Endpoints = { [E in Calls as E['route']]: E }
export const endpoints = Object.fromEntries(
  Object.values(groups).filter((one): one is Calls => typeof one === 'object' && 'route' in one).map((one) => [one.route, one]),
) as Endpoints
export const declared: readonly Endpoint[] = Object.values(endpoints)
