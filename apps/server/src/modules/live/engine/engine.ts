import type { Context } from '../../../platform/context.ts'
import { embeddedEngine } from './embedded.ts'
import type { LiveEngine } from './port.ts'

/** The engine that this installation is configured for. */
export const liveEngine = (ctx: Context): LiveEngine => embeddedEngine(ctx)
