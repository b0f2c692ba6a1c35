import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, type Reply } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { PartialState, Skeleton } from '../../ui/states.tsx'

type Address = Reply<'GET /addresses/search'>['data'][number]

/** One’s delivery addresses as choices; those in a country that isn’t served can’t be chosen. */
export function AddressChoice({
  countries,
  value,
  onChange,
}: {
  /** Empty: everywhere. */
  countries: readonly string[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const t = useT()
  const { region } = useFormats()
  const problemText = useProblemText()
  const [addresses, setAddresses] = useState<readonly Address[] | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const isServed = ({ country }: Address) => countries.length === 0 || countries.includes(country)
  const load = () => {
    setProblem(null)
    call('GET /addresses/search', { query: { pageSize: 10 } }).then(
      ({ data }) => {
        setAddresses(data)
        const usable = data.filter(isServed)
        onChange((usable.find(({ isDefault }) => isDefault) ?? usable[0])?._id ?? null)
      },
      (error: unknown) => setProblem(asProblem(error)),
    )
  }
  // Once: the window is built anew each time it opens.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(load, [])
  const add = (
    <Link to="/user/addresses?edit=new" className="link text-sm">
      {t('shop.sheet.addAddress')}
    </Link>
  )
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 text-sm font-semibold">{t('shop.sheet.address')}</legend>
      {problem ? (
        <PartialState onRetry={load}>{problemText(problem)}</PartialState>
      ) : addresses === null ? (
        <Skeleton className="h-20 rounded-md" />
      ) : addresses.length === 0 ? (
        <p className="rounded-md bg-surface-2 px-4 py-3 text-sm">
          {t('shop.sheet.noAddress')} {add}
        </p>
      ) : (
        <>
          <div className="grid gap-2">
            {addresses.map((address) => (
              <label
                key={address._id}
                className="flex cursor-pointer gap-3 rounded-md px-3.5 py-3 text-sm ring-1 ring-line has-checked:bg-primary-soft has-checked:ring-2 has-checked:ring-primary-edge has-disabled:cursor-default has-disabled:opacity-60"
              >
                <input
                  type="radio"
                  name="address"
                  className="radio mt-0.5"
                  checked={value === address._id}
                  disabled={!isServed(address)}
                  onChange={() => onChange(address._id)}
                />
                <span className="min-w-0 wrap-anywhere">
                  <bdi className="font-semibold">{address.name}</bdi>
                  {[address.line1, `${address.postalCode} ${address.city}`.trim(), region(address.country)].map(
                    (line) => (
                      <span key={line} className="block text-ink-2">
                        <bdi>{line}</bdi>
                      </span>
                    ),
                  )}
                  {isServed(address) ? null : (
                    <span className="block text-danger-text">
                      {t('shop.sheet.notServed', { country: region(address.country) })}
                    </span>
                  )}
                </span>
              </label>
            ))}
          </div>
          <p className="mt-2">{add}</p>
        </>
      )}
    </fieldset>
  )
}
