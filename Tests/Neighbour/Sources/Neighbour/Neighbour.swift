import CSQLite
import Foundation
import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkPostgres
import HomeworkReports
import HomeworkScenarios
import HomeworkStore
import HomeworkTesting
import Motion
import SQLite
import Scenarios
import Screens
import Wire

// In type position: an expression would silently choose whichever of two candidates fits.

/// Types with the names of their modules.
typealias Modules = (Motion, SQLite, Scenarios, Wire)

typealias Everyday = (
  Bundle, Calendar, Data, Date, DateComponents, Host, Locale, Measurement<Unit>, Notification, Operation, Pipe, Process,
  Progress, Scanner, Stream, Thread, TimeZone, Timer, URL, UUID
)
func count(_ items: some Collection) -> Int { items.count + Int(csqlite_answer()) }

typealias OnScreens = (
  Alignment, Anchor, Angle, Animatable, Animation, App, Axis, Bindable, Binding, Button, Canvas, Capsule, Circle,
  Color, Commands, ContentMode, Divider, Edge, EdgeInsets, Ellipse, EmptyView, Environment, EnvironmentObject,
  EnvironmentValues, EventModifiers, FocusState, Font, Form, ForEach, Gesture, Gradient, GraphicsContext, Grid,
  GridRow, Group, HStack, Image, KeyEquivalent, Keyframes, Label, Layout, LinearGradient, Link, List,
  LocalizedStringKey, Material, Menu, Namespace, NavigationStack, ObservedObject, Path, PhaseAnimator, Picker,
  PreferenceKey, ProgressView, Rectangle, ScaledMetric, Scene, ScrollView, Section, Settings, Shape, ShapeStyle,
  Slider, Spacer, Spring, State, StateObject, Stepper, Tab, TabView, Table, TableColumn, Text, TextField,
  TimelineSchedule, TimelineView, Toggle, Transaction, Transition, UnitCurve, UnitPoint, VStack, VerticalAlignment,
  View, ViewBuilder, ViewModifier, Visibility, Window, WindowGroup, ZStack
)
