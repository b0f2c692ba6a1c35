import { type Provider, providers } from '@fanlight/contract/providers'
import type { Config } from '../../../../platform/config.ts'

/** The providers whose sign-in is set up here. */
export const providersOffered = (config: Config): Provider[] => providers.filter((name) => config[name] !== undefined)
