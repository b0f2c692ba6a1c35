import type { Context } from '../../../platform/context.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { agoraEngine, type AgoraEngine } from './agora.ts'
import { embeddedEngine } from './embedded.ts'
import { liveKitEngine } from './livekit/livekit.ts'
import type { LiveEngine } from './port.ts'

/** The engine of live rooms that this installation has: Agora where it is configured and switched on in the settings, a LiveKit server where one is configured, our own otherwise. */
export const liveEngine = (ctx: Context): LiveEngine =>
  agoraIfOn(ctx) ?? (ctx.config.liveKit ? liveKitEngine(ctx, ctx.config.liveKit) : embeddedEngine(ctx))

/** Undefined where live video doesn't go through Agora. */
export function agoraIfOn(ctx: Context): AgoraEngine | undefined {
  const { agora } = ctx.config
  const appId = ctx.settings.get('agoraAppId')
  return agora && ctx.settings.get('agoraEnable') && appId !== '' ? agoraEngine(ctx, agora, appId) : undefined
}

/** For everything that is paid by what has arrived. */
export const requireMetering = (ctx: Context): void => refuseIf(!liveEngine(ctx).meters, 'UNMETERED_ENGINE')
