import * as contract from '@fanlight/contract/fan-notes'
import { route } from '../../../platform/http/http.ts'
import { noteAbout, writeNote } from './notes.ts'

const present = ({ text, updatedAt }: Awaited<ReturnType<typeof noteAbout>>) => ({
  data: { text, updatedAt: updatedAt?.toISOString() ?? null },
})

export const fanNoteRoutes = [
  route(contract.getFanNote, async (ctx, { viewer, params }) => present(await noteAbout(ctx, viewer, params.id))),
  route(contract.setFanNote, async (ctx, { viewer, params, body }) =>
    present(await writeNote(ctx, viewer, params.id, body.text)),
  ),
]
