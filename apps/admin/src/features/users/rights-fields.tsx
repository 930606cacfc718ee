import type { RoleGrant } from '@munjigi/contract';
import { ROLES, type Role } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../session/auth.tsx';
import { useZoneHint } from '../../session/store-choice.ts';
import { DateTimeField } from '../../ui/form/time/date-time-field.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { fromWallClock, toWallClock, type RightsDraft } from './rights-draft.ts';

interface RightsFieldsProps {
  readonly draft: RightsDraft;
  readonly onChange: (draft: RightsDraft) => void;
  /** The problem in words, when the stores are missing. */
  readonly storeError?: string | undefined;
}

/** Roles, each with an optional end; the stores of a franchisee. */
export function RightsFields({ draft, onChange, storeError }: RightsFieldsProps) {
  const { t } = useTranslation(['users', 'navbar']);
  const grantOf = (role: Role) => draft.roles.find((grant) => grant.role === role);
  const setRole = (changed: Role, grant: RoleGrant | null) =>
    onChange({
      ...draft,
      roles: ROLES.flatMap((role) => {
        const current = role === changed ? grant : grantOf(role);
        return current == null ? [] : [current];
      }),
    });
  return (
    <>
      <Box component="fieldset" sx={FIELDSET}>
        <Box component="legend" sx={LEGEND}>
          {t('rights.roles')}
        </Box>
        {ROLES.map((role) => (
          <RoleField key={role} role={role} grant={grantOf(role)} onChange={(grant) => setRole(role, grant)} />
        ))}
      </Box>
      {grantOf('FRANCHISEE') !== undefined && (
        <StoreFields
          storeIds={draft.storeIds}
          error={storeError}
          onChange={(storeIds) => onChange({ ...draft, storeIds })}
        />
      )}
    </>
  );
}

interface RoleFieldProps {
  readonly role: Role;
  readonly grant: RoleGrant | undefined;
  /** `null`: the person does not have the role. */
  readonly onChange: (grant: RoleGrant | null) => void;
}

/** A role, and its end while the role is chosen. */
function RoleField({ role, grant, onChange }: RoleFieldProps) {
  const { t } = useTranslation(['users', 'navbar']);
  const zone = useZone();
  const zoneHint = useZoneHint();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 290px' },
        alignItems: 'center',
        columnGap: 1,
        mb: 0.5,
      }}
    >
      <FormControlLabel
        sx={{ m: 0, minHeight: 44 }}
        control={
          <Checkbox
            checked={grant !== undefined}
            onChange={(_event, isChosen) => onChange(isChosen ? { role, until: null } : null)}
          />
        }
        label={
          <Box sx={{ py: 0.5 }}>
            <Box sx={{ fontWeight: 600 }}>{t(`navbar:role.${role}`)}</Box>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t(`rights.what.${role}`)}</Box>
          </Box>
        }
      />
      {grant !== undefined && (
        <DateTimeField
          label={t('rights.until', { role: t(`navbar:role.${role}`) })}
          value={toWallClock(grant.until, zone)}
          onChange={(value) => onChange({ role, until: fromWallClock(value, zone) })}
          hint={grant.until === null ? t('rights.noEnd') : zoneHint}
        />
      )}
    </Box>
  );
}

interface StoreFieldsProps {
  readonly storeIds: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (storeIds: readonly string[]) => void;
}

function StoreFields({ storeIds, error, onChange }: StoreFieldsProps) {
  const { t } = useTranslation('users');
  const stores = useAuthContext().user?.stores ?? [];
  const choose = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...storeIds, id] : storeIds.filter((other) => other !== id));
  return (
    <Box component="fieldset" sx={FIELDSET}>
      <Box component="legend" sx={LEGEND}>
        {t('rights.stores')}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {stores.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            sx={{ m: 0, minHeight: 44 }}
            control={<Checkbox checked={storeIds.includes(id)} onChange={(_event, isChosen) => choose(id, isChosen)} />}
            label={name}
          />
        ))}
      </Box>
      <ProblemAlert text={error} />
    </Box>
  );
}

const FIELDSET = { border: 0, p: 0, m: 0, minWidth: 0 } as const;
const LEGEND = { typography: 'subtitle2', p: 0, mb: 0.5 } as const;
