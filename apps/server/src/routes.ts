import { siteRoutes } from './modules/site/routes.ts'

// Every call the server answers, one line a module. The policy of each stands in the contract.
export const routes = [...siteRoutes]
