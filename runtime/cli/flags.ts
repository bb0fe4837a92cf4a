/** One flag, as data: from it come the parser, `--help`, the completion and the README. */
export type Flag = {
  /** What its value is called, such as `<duration>`; a flag without one is on or off. */
  readonly value?: string;
  readonly short?: string;
  /** Whether it may be given again; the command then gets a list. */
  readonly isRepeatable?: boolean;
  /** The values that it takes, where they are few. */
  readonly choices?: readonly string[];
  readonly meaning: string;
};

/** The flags of a command by their names, without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** A word after the command that is not a flag. */
export type Argument = {
  readonly name: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
  readonly meaning: string;
};

/** What the flags of a command line were set to. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends { readonly value: string }
    ? F[Name] extends { readonly isRepeatable: true }
      ? readonly string[]
      : string | undefined
    : boolean;
};

/** What the arguments of a command line are; undefined for optional ones that are absent. */
export type ArgumentValues<A extends readonly Argument[]> = {
  readonly [Name in A[number]["name"]]: Extract<A[number], { readonly name: Name }> extends {
    readonly isOptional: true;
  }
    ? string | undefined
    : string;
};
