import { streamTitleLengthMax } from '@fanlight/contract/limits'
import type { Stream } from '@fanlight/contract/streaming'
import { useId } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Input } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { OpenType } from './broadcast.ts'

// What is asked of a stream before it starts, while it runs and where it is announced.

export function TitleInput({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  return (
    <Input
      value={value}
      maxLength={streamTitleLengthMax}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What to send of a title: an open stream keeps what another page wrote where this one changed nothing. */
export const titleChanged = (open: Stream | null, title: string): { title?: string } =>
  title.trim() === (open?.title ?? '') ? {} : { title: title.trim() }

export function Audience({ value, onChange }: { value: OpenType; onChange: (type: OpenType) => void }) {
  const t = useT()
  const name = useId()
  return (
    <RadioCards
      name={name}
      legend={t('liveStudio.info.audience')}
      value={value}
      onChange={(type) => onChange(type as OpenType)}
      choices={(['public', 'subscribers'] as const).map((type) => ({
        value: type,
        title: t(`liveStudio.info.type.${type}`),
        detail: t(`liveStudio.info.typeHint.${type}`),
      }))}
    />
  )
}
