//! Splits a WebAssembly module in two: what the first page needs, and the rest, which is loaded
//! while the page is used already.
//!
//! The first module has all functions under their old numbers. In the place of one that is in the
//! rest it has a stub, which sees to it that the rest is loaded and calls through the table. The
//! rest imports memory, table and functions of the first, and fills its slots of the table.
//!
//! Functions are in the rest because of their names, or because nothing but the rest calls them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, ensure};
use wasm_encoder::reencode::{self, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection, MemoryType,
    Module, RawSection, SectionId, TableSection, TableType, TypeSection, ValType,
};
use wasmparser::{
    Data, DataKind, ElementItems, Export, FunctionBody, KnownCustom, Name, Operator, Parser,
    Payload, TypeRef,
};

/// The function of the module that sees to it that the rest is loaded.
const LOAD: &str = "load_rest";

/// The least bytes of a function that is in the rest because of its name. A stub would be as long
/// as a smaller one; and such functions have any of several names, because the linker merges equal
/// ones.
const LEAST: usize = 64;

/// Both modules.
pub(crate) struct Parts {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// Splits a module that has the names of its functions. `is_later` says which functions are in the
/// rest, by their mangled names; `later_data` are texts of its memory that are there, too.
pub(crate) fn split(
    module: &[u8],
    is_later: impl Fn(&str) -> bool,
    later_data: &[Vec<u8>],
) -> anyhow::Result<Parts> {
    let parsed = Parsed::read(module)?;
    let plan = Plan::new(&parsed, is_later, LEAST)?;
    let (kept, moved) = cut(&parsed.data, later_data)?;
    let parts =
        Parts { first: plan.first(&parsed, module, &kept)?, rest: plan.rest(&parsed, &moved)? };
    for part in [&parts.first, &parts.rest] {
        wasmparser::validate(part).context("splitting the module")?;
    }
    Ok(parts)
}

/// Bytes of the memory, and where they begin.
type Placed<'a> = (i32, &'a [u8]);

/// What of the memory is in the first module, and what in the rest.
fn cut<'a>(
    data: &[Placed<'a>],
    later: &[Vec<u8>],
) -> anyhow::Result<(Vec<Placed<'a>>, Vec<Placed<'a>>)> {
    let (mut kept, mut moved) = (data.to_vec(), Vec::new());
    for text in later {
        let find = |bytes: &[u8]| bytes.windows(text.len()).position(|window| window == text);
        let (number, begin) = kept
            .iter()
            .enumerate()
            .find_map(|(number, (_, bytes))| Some((number, find(bytes)?)))
            .context("a text that is to be loaded later is not in the module")?;
        let (place, bytes) = kept.remove(number);
        let (before, after) = bytes.split_at(begin);
        let (found, after) = after.split_at(text.len());
        let at = |offset: usize| anyhow::Ok(place + i32::try_from(offset)?);
        kept.insert(number, (at(begin + text.len())?, after));
        kept.insert(number, (place, before));
        moved.push((at(begin)?, found));
    }
    Ok((kept, moved))
}

/// What is known of a module.
struct Parsed<'a> {
    /// The number of parameters of each type.
    parameters: Vec<usize>,
    /// The type of functions that take and give nothing.
    plain_type: u32,
    type_section: TypeSection,
    /// The types of all functions, those that are imported first.
    functions: Vec<u32>,
    imported: u32,
    table: wasmparser::TableType,
    memory: wasmparser::MemoryType,
    globals: Vec<wasmparser::Global<'a>>,
    exports: Vec<Export<'a>>,
    in_table: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    data: Vec<Placed<'a>>,
    names: BTreeMap<u32, &'a str>,
}

impl<'a> Parsed<'a> {
    fn read(module: &'a [u8]) -> anyhow::Result<Self> {
        let (mut parameters, mut plain_type, mut type_section) =
            (Vec::new(), None, TypeSection::new());
        let (mut functions, mut imported) = (Vec::new(), 0);
        let (mut table, mut memory, mut globals) = (None, None, Vec::new());
        let (mut exports, mut in_table) = (Vec::new(), Vec::new());
        let (mut bodies, mut data, mut names) = (Vec::new(), Vec::new(), BTreeMap::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(types) => {
                    for (number, of_type) in types.clone().into_iter_err_on_gc_types().enumerate() {
                        let of_type = of_type?;
                        parameters.push(of_type.params().len());
                        if of_type.params().is_empty() && of_type.results().is_empty() {
                            plain_type = Some(u32::try_from(number)?);
                        }
                    }
                    RoundtripReencoder.parse_type_section(&mut type_section, types)?;
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let TypeRef::Func(of_type) = import?.ty else {
                            anyhow::bail!("only functions can be imported")
                        };
                        functions.push(of_type);
                        imported += 1;
                    }
                }
                Payload::FunctionSection(types) => {
                    for of_type in types {
                        functions.push(of_type?);
                    }
                }
                Payload::TableSection(tables) => {
                    for each in tables {
                        ensure!(table.replace(each?.ty).is_none(), "there is one table");
                    }
                }
                Payload::MemorySection(memories) => {
                    for each in memories {
                        ensure!(memory.replace(each?).is_none(), "there is one memory");
                    }
                }
                Payload::GlobalSection(section) => {
                    globals = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ExportSection(section) => {
                    exports = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ElementSection(segments) => {
                    for segment in segments {
                        let ElementItems::Functions(items) = segment?.items else {
                            anyhow::bail!("the table has functions by number only")
                        };
                        for function in items {
                            in_table.push(function?);
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body),
                Payload::DataSection(segments) => {
                    for segment in segments {
                        data.push(placed(&segment?)?);
                    }
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(subsections) = section.as_known() {
                        for subsection in subsections {
                            if let Name::Function(map) = subsection? {
                                for name in map {
                                    let name = name?;
                                    names.insert(name.index, name.name);
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        ensure!(!names.is_empty(), "the module has no names");
        Ok(Self {
            parameters,
            plain_type: plain_type.context("no function without parameters")?,
            type_section,
            functions,
            imported,
            table: table.context("no table")?,
            memory: memory.context("no memory")?,
            globals,
            exports,
            in_table,
            bodies,
            data,
            names,
        })
    }

    fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(function.checked_sub(self.imported)? as usize)
    }

    /// The functions that a function calls.
    fn called(&self, function: u32) -> anyhow::Result<BTreeSet<u32>> {
        let mut called = BTreeSet::new();
        let Some(body) = self.body(function) else { return Ok(called) };
        for operator in body.get_operators_reader()? {
            if let Operator::Call { function_index: function }
            | Operator::ReturnCall { function_index: function }
            | Operator::RefFunc { function_index: function } = operator?
            {
                called.insert(function);
            }
        }
        Ok(called)
    }
}

/// A piece of the memory as the module begins with it.
fn placed<'a>(segment: &Data<'a>) -> anyhow::Result<Placed<'a>> {
    let DataKind::Active { offset_expr, .. } = &segment.kind else {
        anyhow::bail!("all data has a place")
    };
    match offset_expr.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok((value, segment.data)),
        _ => anyhow::bail!("the place of data is a number"),
    }
}

/// Which function is where.
struct Plan {
    /// The functions of the rest.
    later: Vec<u32>,
    /// Those of them that the first module calls, or has in its table.
    stubs: Vec<u32>,
    /// The functions of the first module that the rest calls.
    shared: Vec<u32>,
    load: u32,
}

impl Plan {
    fn new(
        parsed: &Parsed<'_>,
        is_later: impl Fn(&str) -> bool,
        least: usize,
    ) -> anyhow::Result<Self> {
        let count = u32::try_from(parsed.functions.len())?;
        let seeds: BTreeSet<u32> = (parsed.imported..count)
            .filter(|function| parsed.names.get(function).is_some_and(|name| is_later(name)))
            .filter(|function| {
                parsed.body(*function).is_some_and(|body| body.as_bytes().len() >= least)
            })
            .collect();
        let exported = parsed
            .exports
            .iter()
            .filter(|export| matches!(export.kind, wasmparser::ExternalKind::Func));
        let load = exported.clone().find(|export| export.name == LOAD);
        let load = load.with_context(|| format!("the module exports no {LOAD}"))?.index;
        let mut first: BTreeSet<u32> = (0..parsed.imported).collect();
        let in_table = parsed.in_table.iter().copied().filter(|function| !seeds.contains(function));
        let mut open: Vec<u32> = exported.map(|export| export.index).chain(in_table).collect();
        let mut stubs: BTreeSet<u32> = parsed.in_table.iter().copied().collect();
        while let Some(function) = open.pop() {
            if !first.insert(function) {
                continue;
            }
            for called in parsed.called(function)? {
                if seeds.contains(&called) {
                    stubs.insert(called);
                } else {
                    open.push(called);
                }
            }
        }
        stubs.retain(|function| !first.contains(function));
        let later: Vec<u32> = (0..count).filter(|function| !first.contains(function)).collect();
        let mut shared = BTreeSet::new();
        for &function in &later {
            shared.extend(parsed.called(function)?.intersection(&first));
        }
        let (stubs, shared) = (stubs.into_iter().collect(), shared.into_iter().collect());
        Ok(Self { later, stubs, shared, load })
    }

    fn first(
        &self,
        parsed: &Parsed<'_>,
        original: &[u8],
        data: &[Placed<'_>],
    ) -> anyhow::Result<Vec<u8>> {
        let count = u32::try_from(parsed.functions.len())?;
        let (ensure_loaded, is_loaded) = (count, u32::try_from(parsed.globals.len())?);
        let mut functions = FunctionSection::new();
        for &of_type in &parsed.functions[parsed.imported as usize..] {
            functions.function(of_type);
        }
        functions.function(parsed.plain_type);
        let mut tables = TableSection::new();
        tables.table(self.table(parsed)?);
        let mut globals = GlobalSection::new();
        for global in &parsed.globals {
            RoundtripReencoder.parse_global(&mut globals, global.clone())?;
        }
        globals.global(
            GlobalType { val_type: ValType::I32, mutable: true, shared: false },
            &ConstExpr::i32_const(0),
        );
        let mut exports = ExportSection::new();
        for export in &parsed.exports {
            RoundtripReencoder.parse_export(&mut exports, *export)?;
        }
        exports.export("table", ExportKind::Table, 0);
        exports.export("is_loaded", ExportKind::Global, is_loaded);
        for number in 0..is_loaded {
            exports.export(&format!("g{number}"), ExportKind::Global, number);
        }
        for &function in &self.shared {
            exports.export(&short_name(function), ExportKind::Func, function);
        }
        let mut code = CodeSection::new();
        let (mut later, mut stubs) = (self.later.iter().peekable(), self.stubs.iter().peekable());
        let mut slot = i32::try_from(parsed.table.initial)?;
        for function in parsed.imported..count {
            let body = parsed.body(function).context("a function without a body")?;
            if later.next_if_eq(&&function).is_none() {
                code.raw(body.as_bytes());
            } else if stubs.next_if_eq(&&function).is_some() {
                let of_type = parsed.functions[function as usize];
                let mut stub = Function::new([]);
                let mut instructions = stub.instructions();
                instructions.call(ensure_loaded);
                for parameter in 0..parsed.parameters[of_type as usize] {
                    instructions.local_get(u32::try_from(parameter)?);
                }
                instructions.i32_const(slot).call_indirect(0, of_type).end();
                code.function(&stub);
                slot += 1;
            } else {
                let mut nobody = Function::new([]);
                nobody.instructions().unreachable().end();
                code.function(&nobody);
            }
        }
        let mut ensure_body = Function::new([]);
        let mut instructions = ensure_body.instructions();
        instructions.global_get(is_loaded).i32_eqz().if_(wasm_encoder::BlockType::Empty);
        instructions.call(self.load).end().end();
        code.function(&ensure_body);
        let mut module = Module::new();
        module.section(&parsed.type_section);
        copy(&mut module, original, SectionId::Import)?;
        module.section(&functions).section(&tables);
        copy(&mut module, original, SectionId::Memory)?;
        module.section(&globals).section(&exports);
        copy(&mut module, original, SectionId::Element)?;
        module.section(&code).section(&data_section(data));
        Ok(module.finish())
    }

    fn rest(&self, parsed: &Parsed<'_>, data: &[Placed<'_>]) -> anyhow::Result<Vec<u8>> {
        const FROM: &str = "first";
        let mut imports = ImportSection::new();
        for &function in &self.shared {
            let of_type = parsed.functions[function as usize];
            imports.import(FROM, &short_name(function), EntityType::Function(of_type));
        }
        imports.import(FROM, "table", EntityType::Table(self.table(parsed)?));
        let memory: MemoryType = RoundtripReencoder.memory_type(parsed.memory)?;
        imports.import(FROM, "memory", EntityType::Memory(memory));
        for (number, global) in parsed.globals.iter().enumerate() {
            let of_type = RoundtripReencoder.global_type(global.ty)?;
            imports.import(FROM, &format!("g{number}"), EntityType::Global(of_type));
        }
        let order = self.shared.iter().chain(&self.later);
        let mut renumber = Renumber((0..).zip(order).map(|(new, &old)| (old, new)).collect());
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for &function in &self.later {
            functions.function(parsed.functions[function as usize]);
            let body = parsed.body(function).context("a function without a body")?;
            renumber.parse_function_body(&mut code, body.clone())?;
        }
        let mut elements = ElementSection::new();
        let slots: Vec<u32> = self.stubs.iter().map(|old| renumber.0[old]).collect();
        let begin = ConstExpr::i32_const(i32::try_from(parsed.table.initial)?);
        elements.active(None, &begin, Elements::Functions(slots.into()));
        let mut module = Module::new();
        module.section(&parsed.type_section).section(&imports).section(&functions);
        module.section(&elements).section(&code).section(&data_section(data));
        Ok(module.finish())
    }

    /// The table, with a slot for every stub.
    fn table(&self, parsed: &Parsed<'_>) -> anyhow::Result<TableType> {
        let mut table = RoundtripReencoder.table_type(parsed.table)?;
        table.minimum += self.stubs.len() as u64;
        table.maximum = Some(table.minimum);
        Ok(table)
    }
}

/// The name under which the first module exports a function to the rest.
fn short_name(function: u32) -> String {
    format!("f{function}")
}

fn data_section(data: &[Placed<'_>]) -> DataSection {
    let mut section = DataSection::new();
    for &(place, bytes) in data {
        section.active(0, &ConstExpr::i32_const(place), bytes.iter().copied());
    }
    section
}

/// Copies a section as it is.
fn copy(module: &mut Module, original: &[u8], id: SectionId) -> anyhow::Result<()> {
    for payload in Parser::new(0).parse_all(original) {
        if let Some((found, range)) = payload?.as_section()
            && found == id as u8
        {
            module.section(&RawSection {
                id: found,
                data: &original[range.start as usize..range.end as usize],
            });
        }
    }
    Ok(())
}

/// The functions of the rest have other numbers.
struct Renumber(BTreeMap<u32, u32>);

impl Reencode for Renumber {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<Self::Error>> {
        Ok(self.0[&function])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{IndirectNameMap, MemorySection, NameMap, NameSection};

    /// A module with a function of each kind: exported, called by it, in the table, and called by
    /// the one that is loaded later alone.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("host", "load", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        functions.function(0).function(1).function(1).function(1).function(1);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: wasm_encoder::RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: Some(2),
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        let global = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(global, &ConstExpr::i32_const(7));
        let mut exports = ExportSection::new();
        exports.export("memory", ExportKind::Memory, 0);
        exports.export(LOAD, ExportKind::Func, 1);
        exports.export("ask", ExportKind::Func, 2);
        let mut elements = ElementSection::new();
        let in_table = Elements::Functions(vec![3].into());
        elements.active(None, &ConstExpr::i32_const(1), in_table);
        let mut code = CodeSection::new();
        let mut body = |calls: &[u32], has_parameter: bool| {
            let mut function = Function::new([]);
            let mut instructions = function.instructions();
            if has_parameter {
                instructions.local_get(0);
            }
            for &called in calls {
                instructions.call(called);
            }
            instructions.end();
            code.function(&function);
        };
        body(&[0], false);
        body(&[3, 5], true);
        body(&[4, 5], true);
        body(&[], true);
        body(&[], true);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(16), *b"kept, moved, kept");
        let mut map = NameMap::new();
        for (number, name) in ["load", LOAD, "ask", "later", "alone", "shared"].iter().enumerate() {
            map.append(number as u32, name);
        }
        let mut names = NameSection::new();
        names.functions(&map);
        names.locals(&IndirectNameMap::new());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables);
        module.section(&memories).section(&globals).section(&exports).section(&elements);
        module.section(&code).section(&data).section(&names);
        module.finish()
    }

    #[test]
    fn a_function_that_only_the_rest_calls_is_in_the_rest() {
        let module = module();
        let parsed = Parsed::read(&module).unwrap();
        let plan = Plan::new(&parsed, |name| name == "later", 0).unwrap();
        assert_eq!((plan.later, plan.stubs, plan.shared), (vec![3, 4], vec![3], vec![5]));
    }

    #[test]
    fn both_parts_are_valid_and_data_is_in_one_of_them() {
        let later = [b"moved, ".to_vec()];
        let parts = split(&module(), |_| true, &later).unwrap();
        let has = |part: &[u8], text: &[u8]| part.windows(text.len()).any(|each| each == text);
        assert!(!has(&parts.first, b"moved") && has(&parts.rest, b"moved"));
        assert!(has(&parts.first, b"kept, ") && !has(&parts.rest, b"kept"));
        let missing = split(&module(), |_| false, &[b"absent".to_vec()]).err().unwrap();
        assert!(missing.to_string().contains("not in the module"), "{missing}");
    }
}
