import type { Stream } from '@fanlight/contract/streaming'
import { Globe, Tags } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { type Broadcast, type OpenType, openTypeOf } from './broadcast.ts'
import { RecordingLine } from './recording-line.tsx'
import { Audience, TitleInput } from './setup-fields.tsx'

/** What fans read about the stream, and who may watch it. */
export function StreamInfo({ broadcast, stream }: { broadcast: Broadcast; stream: Stream }) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  return (
    <section aria-labelledby="live-info" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-info" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.info.heading')}
        </h2>
        <Button size="sm" variant="ghost" className="-my-1 -me-3" onClick={() => setEditing(true)}>
          {t('liveStudio.info.edit')}
        </Button>
      </div>
      <p dir="auto" className="mt-1.5 font-semibold wrap-anywhere text-match">
        {stream.title || <span className="font-normal text-ink-3">{t('liveStudio.info.untitled')}</span>}
      </p>
      <Badge className="mt-2">
        {stream.type === 'public' ? <Globe aria-hidden="true" /> : <Tags aria-hidden="true" />}
        {t(`liveStudio.info.type.${stream.type}`)}
      </Badge>
      <RecordingLine recording={stream.recording} />
      {editing ? <EditDialog broadcast={broadcast} stream={stream} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}

function EditDialog({ broadcast, stream, onClose }: { broadcast: Broadcast; stream: Stream; onClose: () => void }) {
  const t = useT()
  const [title, setTitle] = useState(stream.title)
  const [type, setType] = useState<OpenType>(openTypeOf(stream))
  const isShow = stream.type === 'ticket'
  const { send, working, problem } = useMutation()
  const save = async () => {
    const reply = await send('PUT /streaming/update', {
      body: { title: title.trim(), ...(!isShow && { type }) },
    })
    if (!reply) return
    broadcast.take(reply.data)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('liveStudio.info.heading')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            busy={working ? t('liveStudio.info.saving') : undefined}
            onClick={() => void save()}
          >
            {t('liveStudio.info.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <div className="grid gap-4">
          <Field label={t('liveStudio.info.title')} name="title">
            <TitleInput value={title} onChange={setTitle} />
          </Field>
          {isShow ? null : <Audience value={type} onChange={setType} />}
          {type === 'subscribers' && stream.type === 'public' ? (
            <p className="text-sm text-ink-2">{t('liveStudio.info.narrower')}</p>
          ) : null}
        </div>
      </FormProblem>
    </Dialog>
  )
}
