import { useT } from '../../../i18n/context.tsx'
import { Field, Input } from '../../../ui/field.tsx'

/** How often a code is used in all, and until when: what may change once people have it. */
export function LimitFields({ maxUses, endsAt, zone }: { maxUses: number | null; endsAt: string; zone: string }) {
  const t = useT()
  return (
    <>
      <Field name="maxUses" label={t('studio.coupons.maxUses')} hint={t('studio.coupons.maxUsesHint')}>
        <Input small type="number" min={1} max={1_000_000} className="num" defaultValue={maxUses ?? ''} />
      </Field>
      <Field name="endsAt" label={t('studio.coupons.endsAt')} hint={t('site.coupons.endsHint', { zone })}>
        <Input small type="datetime-local" defaultValue={endsAt} />
      </Field>
    </>
  )
}

/** A whole number of a field; null where it is empty. */
export const numberOf = (form: FormData, name: string): number | null => {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}
