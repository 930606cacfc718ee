import ts from 'typescript';

/** What an expression stands for while its statement is composed: an argument, in the scope of its call. */
export interface Binding {
  readonly expression: ts.Expression;
  readonly scope: Scope;
}
/** `null`: the caller leaves the member out. */
export type Scope = ReadonlyMap<ts.Symbol, Binding | null>;

/** The calls of each function in the sources. */
export type Callers = ReadonlyMap<ts.Symbol, readonly ts.CallExpression[]>;

/** The source composes it at run time in a way that is not followed here. */
export class Unresolved extends Error {}

const EMPTY: Scope = new Map();

/**
 * Composes the text of an `sql` template from the source, as Kysely does at run time: fragments are inserted, values
 * become parameters. Where the source chooses between fragments, `variant` chooses: 0 takes the first each time, 1 the
 * second, and so on.
 */
export class SqlComposer {
  private readonly checker: ts.TypeChecker;
  private readonly callers: Callers;
  private readonly variant: number;
  private parameters = 0;
  private depth = 0;
  /** The largest number of fragments that one place chooses from. */
  public choices = 1;

  public constructor(checker: ts.TypeChecker, callers: Callers, variant: number) {
    this.checker = checker;
    this.callers = callers;
    this.variant = variant;
  }

  public compose(template: ts.TemplateLiteral, scope: Scope = EMPTY): string {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
    return template.templateSpans.reduce(
      (before, span) => `${before}${this.insert(span.expression, scope)}${span.literal.text}`,
      template.head.text,
    );
  }

  private insert(expression: ts.Expression, scope: Scope): string {
    if (this.isFragment(expression)) return this.fragment(expression, scope);
    this.parameters += 1;
    return `$${String(this.parameters)}`;
  }

  private isFragment(expression: ts.Expression): boolean {
    const type = this.checker.getTypeAtLocation(expression);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => this.checker.getPropertyOfType(part, 'toOperationNode') !== undefined);
  }

  private choose<T>(list: readonly T[]): T {
    this.choices = Math.max(this.choices, list.length);
    const chosen = list[Math.min(this.variant, list.length - 1)];
    if (chosen === undefined) throw new Unresolved('nothing to choose from');
    return chosen;
  }

  private fragment(expression: ts.Expression, scope: Scope): string {
    this.depth += 1;
    if (this.depth > 60) throw new Unresolved('recursion');
    const text = this.resolve(withoutCasts(expression), scope);
    this.depth -= 1;
    return text;
  }

  private resolve(expression: ts.Expression, scope: Scope): string {
    if (ts.isTaggedTemplateExpression(expression)) return this.compose(expression.template, scope);
    if (ts.isConditionalExpression(expression))
      return this.fragment(this.choose(this.branchesOf(expression, scope)), scope);
    if (ts.isAwaitExpression(expression)) return this.fragment(expression.expression, scope);
    if (ts.isIdentifier(expression)) return this.named(expression, scope);
    if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression))
      return this.member(expression, scope);
    if (ts.isCallExpression(expression)) return this.call(expression, scope);
    throw new Unresolved(expression.getText());
  }

  private symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? this.checker.getAliasedSymbol(symbol)
      : symbol;
  }

  /** The branches of a choice that have a text: not `null`, and not that for a member which the caller leaves out. */
  private branchesOf({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, scope: Scope): ts.Expression[] {
    const tested = ts.isBinaryExpression(condition) && ts.isIdentifier(condition.left) ? condition.left : null;
    const symbol = tested === null ? undefined : this.symbolOf(tested);
    const isAbsent =
      symbol !== undefined && scope.get(symbol) === null && condition.getText().endsWith('=== undefined');
    return (isAbsent ? [whenTrue] : [whenTrue, whenFalse]).filter((branch) => !isEmpty(branch));
  }

  private isLeftOut(element: ts.Expression, scope: Scope): boolean {
    return ts.isConditionalExpression(element) && this.branchesOf(element, scope).length === 0;
  }

  private named(name: ts.Identifier, scope: Scope): string {
    const found = this.find(name, scope);
    if (found === null) throw new Unresolved(name.text);
    return this.fragment(found.expression, found.scope);
  }

  /** What a name was bound to: the argument of a parameter, or the initializer of a constant. */
  private find(name: ts.Identifier, scope: Scope): Binding | null {
    const symbol = this.symbolOf(name);
    if (symbol === undefined) return null;
    const bound = scope.get(symbol);
    if (bound) return bound;
    const declaration = symbol.valueDeclaration;
    if (declaration === undefined) return null;
    if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
      return { expression: declaration.initializer, scope };
    return this.argument(symbol, declaration);
  }

  /** What a caller passes for a parameter, or its default. */
  private argument(symbol: ts.Symbol, declaration: ts.Declaration): Binding | null {
    const parameter = ts.findAncestor(declaration, ts.isParameter);
    const owner = parameter?.parent;
    const name = owner === undefined ? undefined : nameOf(owner);
    const called = name === undefined ? undefined : this.symbolOf(name);
    const calls = called === undefined ? [] : (this.callers.get(called) ?? []);
    if (owner !== undefined && calls.length > 0) {
      const bound = this.bind(owner.parameters, this.choose(calls).arguments, EMPTY).get(symbol);
      if (bound) return bound;
    }
    return ts.isBindingElement(declaration) && declaration.initializer !== undefined
      ? { expression: declaration.initializer, scope: EMPTY }
      : null;
  }

  private member(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, scope: Scope): string {
    const object = ts.isIdentifier(access.expression) ? this.find(access.expression, scope) : null;
    const literal = object === null ? null : withoutCasts(object.expression);
    if (object === null || literal === null || !ts.isObjectLiteralExpression(literal))
      throw new Unresolved(access.getText());
    const values = literal.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && this.isNamed(property.name, access) ? [property.initializer] : [],
    );
    return this.fragment(this.choose(values), object.scope);
  }

  private isNamed(name: ts.PropertyName, access: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    return ts.isElementAccessExpression(access) || name.getText() === access.name.text;
  }

  private call(call: ts.CallExpression, scope: Scope): string {
    const callee = call.expression;
    if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'sql')
      return this.builder(callee.name.text, call.arguments, scope);
    const declaration = this.checker.getResolvedSignature(call)?.declaration;
    if (declaration === undefined || !ts.isFunctionLike(declaration) || !('body' in declaration))
      throw new Unresolved(call.getText());
    const body = declaration.body;
    if (body === undefined) throw new Unresolved(call.getText());
    const inner = this.bind(declaration.parameters, call.arguments, scope);
    return this.fragment(ts.isBlock(body) ? this.choose(returnsOf(body)) : body, inner);
  }

  private bind(parameters: readonly ts.ParameterDeclaration[], given: readonly ts.Expression[], scope: Scope): Scope {
    const bound = new Map<ts.Symbol, Binding | null>();
    for (const [index, { name, initializer }] of parameters.entries()) {
      const expression = given[index] ?? initializer;
      if (expression === undefined) continue;
      if (ts.isIdentifier(name)) this.add(bound, name, { expression, scope });
      else if (ts.isObjectBindingPattern(name)) this.bindMembers(bound, name, { expression, scope });
    }
    return bound;
  }

  private add(bound: Map<ts.Symbol, Binding | null>, name: ts.Identifier, binding: Binding | null): void {
    const symbol = this.checker.getSymbolAtLocation(name);
    if (symbol !== undefined) bound.set(symbol, binding);
  }

  private bindMembers(bound: Map<ts.Symbol, Binding | null>, pattern: ts.ObjectBindingPattern, of: Binding): void {
    const literal = withoutCasts(of.expression);
    if (ts.isIdentifier(literal)) {
      const found = this.find(literal, of.scope);
      if (found !== null) this.bindMembers(bound, pattern, found);
    }
    if (!ts.isObjectLiteralExpression(literal)) return;
    for (const { name, propertyName } of pattern.elements) {
      if (!ts.isIdentifier(name)) continue;
      const member = (propertyName ?? name).getText();
      if (
        !literal.properties.some((property) => ts.isSpreadAssignment(property) || property.name?.getText() === member)
      )
        this.add(bound, name, null);
      for (const property of literal.properties) {
        if (property.name?.getText() !== member) continue;
        if (ts.isPropertyAssignment(property))
          this.add(bound, name, { expression: property.initializer, scope: of.scope });
        if (ts.isShorthandPropertyAssignment(property))
          this.add(bound, name, { expression: property.name, scope: of.scope });
      }
    }
  }

  private builder(name: string, [first, second]: readonly ts.Expression[], scope: Scope): string {
    if (first === undefined) throw new Unresolved(`sql.${name}`);
    if (name === 'join') return this.join(first, second, scope);
    if (name === 'raw') return this.constant(first, scope);
    if (name === 'lit') return this.literal(first);
    if (name === 'ref' || name === 'table' || name === 'id')
      return this.constant(first, scope)
        .split('.')
        .map((part) => `"${part}"`)
        .join('.');
    if (name === 'val') return this.insert(first, scope);
    throw new Unresolved(`sql.${name}`);
  }

  private join(list: ts.Expression, separator: ts.Expression | undefined, scope: Scope): string {
    const between = separator === undefined ? ', ' : this.fragment(separator, scope);
    return this.elements(list, scope)
      .map((element) => this.insert(element.expression, element.scope))
      .join(between);
  }

  /** The elements of a list; of a list that `map` makes, one. */
  private elements(list: ts.Expression, scope: Scope): Binding[] {
    const expression = withoutCasts(list);
    if (ts.isArrayLiteralExpression(expression))
      return expression.elements.flatMap((element) =>
        ts.isSpreadElement(element)
          ? this.elements(element.expression, scope)
          : this.isLeftOut(element, scope)
            ? []
            : [{ expression: element, scope }],
      );
    if (ts.isIdentifier(expression)) {
      const found = this.find(expression, scope);
      if (found !== null) return this.elements(found.expression, found.scope);
    }
    if (ts.isConditionalExpression(expression)) {
      const branches = this.branchesOf(expression, scope);
      return branches.length === 0 ? [] : this.elements(this.choose(branches), scope);
    }
    if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
      const [mapped] = expression.arguments;
      if (expression.expression.name.text === 'filter') return this.elements(expression.expression.expression, scope);
      if (expression.expression.name.text === 'map' && mapped !== undefined && ts.isArrowFunction(mapped))
        return [{ expression: ts.isBlock(mapped.body) ? this.choose(returnsOf(mapped.body)) : mapped.body, scope }];
    }
    throw new Unresolved(list.getText());
  }

  /** A text that the source writes literally, or one of the literals of its type. */
  public constant(expression: ts.Expression, scope: Scope = EMPTY): string {
    const plain = withoutCasts(expression);
    if (ts.isStringLiteralLike(plain)) return plain.text;
    if (ts.isTemplateExpression(plain))
      return plain.templateSpans.reduce(
        (before, span) => `${before}${this.constant(span.expression, scope)}${span.literal.text}`,
        plain.head.text,
      );
    if (ts.isIdentifier(plain)) {
      const found = this.find(plain, scope);
      if (found !== null) return this.constant(found.expression, found.scope);
    }
    return this.ofType(expression);
  }

  private ofType(expression: ts.Expression): string {
    const type = this.checker.getTypeAtLocation(expression);
    const literals = (type.isUnion() ? type.types : [type]).flatMap((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? [String(part.value)] : [],
    );
    if (literals.length === 0) throw new Unresolved(expression.getText());
    return this.choose(literals);
  }

  private literal(expression: ts.Expression): string {
    const { flags } = this.checker.getBaseTypeOfLiteralType(this.checker.getTypeAtLocation(expression));
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return '1';
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return 'true';
    return `'${this.constant(expression)}'`;
  }
}

const isEmpty = (branch: ts.Expression) => ['null', 'undefined', '[]'].includes(branch.getText());

/** The name under which a function is called. */
function nameOf(owner: ts.SignatureDeclaration): ts.Node | undefined {
  return owner.name ?? (ts.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined);
}

/** The expression inside parentheses and assertions of its type. */
function withoutCasts(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? withoutCasts(expression.expression)
    : expression;
}

function returnsOf(block: ts.Block): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(block, visit);
  return found;
}
