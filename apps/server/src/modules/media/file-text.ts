import { randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { type AddressViewer, addressOf } from './address.ts'
import { isVariantKind } from './registry.ts'

// Files as JSON text for the statements of docs/hot-reads.md, equal to what `presentFile` makes; a test compares them. SQL can't sign
// addresses: it leaves a gap between two marks that only this process knows, and `fillAddresses` puts the address in.

/** A parameter of the statement. Nobody who writes text can know it, so no text can pretend to be a gap. */
export const mark = randomBytes(16).toString('hex')

const gap = (kind: string, file: string, variant: string, part: string) =>
  `$MARK || ${kind} || '|' || ${file}.id || '|' || ${variant} || '|' || ${part} || $MARK`
const quoted = (text: string) => `coalesce(to_json(${text})::text, 'null')`
const number = (value: string) => `coalesce(${value}::text, 'null')`
const isGone = (file: string) => `${file}.status IN ('blocked', 'deleted')`
const kindsOf = (...kinds: string[]) => `v.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`

const sources = (file: string, ...kinds: string[]) =>
  `coalesce(string_agg('{"url":"' || ${gap('v.kind', file, 'v.name', `v.name || '.' || replace(v.mime, 'image/', '')`)} || '","format":"'
    || replace(v.mime, 'image/', '') || '","width":' || v.width || ',"height":' || v.height
    || CASE WHEN v.kind = 'animation' THEN ',"isAnimated":true' ELSE '' END || '}', ',' ORDER BY v.width, v.name)
    FILTER (WHERE ${kindsOf(...kinds)}), '')`
const single = (file: string, kind: string, asKind: string, variant: string, part: string) =>
  `CASE WHEN bool_or(v.kind = '${kind}') THEN '"' || ${gap(`'${asKind}'`, file, `'${variant}'`, `'${part}'`)} || '"' ELSE 'null' END`

const previewOf = (file: string) => `(SELECT ${quoted(`min(v.detail->>'dataUri')`)} FROM file_variants v
    WHERE v.file_id = ${file}.id AND v.kind = 'locked-preview' AND NOT ${isGone(file)})`

/** What everybody else gets: its kind, a tiny picture and its length. */
const locked = (
  file: string,
) => `'{"isLocked":true,"kind":"' || ${file}.kind || '","type":"' || ${file}.purpose || '","preview":'
    || ${previewOf(file)} || ',"durationMs":' || ${number(`${file}.duration_ms`)} || '}'`

const open = (
  file: string,
) => `(SELECT '{"isLocked":false,"_id":"' || ${file}.id || '","kind":"' || ${file}.kind || '","type":"' || ${file}.purpose
      || '","status":"' || ${file}.status || '","progress":' || ${file}.progress || ',"errorCode":' || ${quoted(`${file}.error_code`)}
      || ',"width":' || ${number(`${file}.width`)} || ',"height":' || ${number(`${file}.height`)} || ',"durationMs":' || ${number(`${file}.duration_ms`)}
      || ',"averageColor":' || ${quoted(`${file}.average_color`)} || ',"preview":' || ${previewOf(file)}
      || ',"sources":[' || ${sources(file, 'photo', 'animation', 'profile-picture')}
      || '],"hls":' || ${single(file, 'hls-rendition', 'hls-master', 'hls', 'master.m3u8')}
      || ',"poster":[' || ${sources(file, 'poster')}
      || '],"sprite":' || coalesce((jsonb_agg(v.detail) FILTER (WHERE v.kind = 'sprite')->0
        || jsonb_build_object('url', ${gap(`'sprite'`, file, `'sprite'`, `'sprite.jpeg'`)}))::text, 'null')
      || ',"sound":' || ${single(file, 'sound', 'sound', 'sound', 'sound.m4a')}
      || ',"waveform":' || ${single(file, 'waveform', 'waveform', 'waveform', 'waveform.json')} || '}'
    FROM file_variants v WHERE v.file_id = ${file}.id AND ${file}.is_playable)`

/** A row of `files` as text; `granted` and `asker` are expressions of the statement. */
export const fileTextSql = (file: string, granted: string, asker: string, markParameter: string): string =>
  `CASE WHEN ${granted} AND (NOT ${isGone(file)} OR ${file}.owner_id = ${asker}) IS TRUE THEN ${open(file)} ELSE ${locked(file)} END`.replaceAll(
    '$MARK',
    markParameter,
  )

/** Puts the addresses for this viewer into the gaps. */
export function fillAddresses(ctx: Context, viewer: AddressViewer, text: string): string {
  if (!text.includes(mark)) return text
  const pieces = text.split(mark)
  for (let at = 1; at < pieces.length; at += 2) {
    const [kind = '', id = '', variant = '', part = ''] = pieces[at]!.split('|')
    pieces[at] = isVariantKind(kind) ? addressOf(ctx, viewer, kind, { id }, variant, part) : ''
  }
  return pieces.join('')
}
